"""The Textual application: it composes, routes and paints; what it shows comes from the workspace."""
