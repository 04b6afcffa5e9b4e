"""The service's own OpenAPI description, made from its routes and models."""
