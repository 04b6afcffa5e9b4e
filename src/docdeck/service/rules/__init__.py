"""What is allowed and what follows from it: pure functions over plain values, no database and no HTTP."""
