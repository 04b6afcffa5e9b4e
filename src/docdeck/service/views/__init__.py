"""Rows turned into the models that answers are made of."""
