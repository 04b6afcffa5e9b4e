"""Screens: one module each; they compose widgets and route actions to the workspace."""
