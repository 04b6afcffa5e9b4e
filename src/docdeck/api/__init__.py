"""The client: descriptions of calls, and the platform that runs them."""
