"""docdeck: a keyboard deck for people who look after documentation."""

__version__ = "0.1.0"
