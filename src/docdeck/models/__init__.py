"""The vocabulary of both ends: pydantic models by resource group, and rich text; no I/O.

Answers are read tolerantly: unknown fields are kept, unknown enum values are kept as text, and what a screen can
do without may be missing. Request bodies carry the document's limits.
"""
