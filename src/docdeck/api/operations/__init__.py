"""One module per resource group: pure functions that describe a call and do no I/O."""
