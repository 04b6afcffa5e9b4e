"""The command line: one module per verb group; the only place that knows both ends."""
