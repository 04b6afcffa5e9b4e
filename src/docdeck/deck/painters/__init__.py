"""Painters: values of the workspace become lines of safe text with roles; no widget and no I/O in them."""
