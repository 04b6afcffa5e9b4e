"""The service: docdeck's own implementation of the platform's HTTP API over a database."""
