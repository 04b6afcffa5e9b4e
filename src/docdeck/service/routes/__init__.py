"""Routes, one module per resource group."""
