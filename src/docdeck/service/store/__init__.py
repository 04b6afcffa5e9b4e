"""The database: tables, transactions, and one module of questions and writes per resource group."""

from docdeck.service.store.store import Row, Store, Tx

__all__ = ["Row", "Store", "Tx"]
