"""Widgets: the only code that hands text to Textual; they take safe text only."""
