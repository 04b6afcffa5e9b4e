"""Connections and transactions. A write is one transaction: answered means kept, failed means never happened."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Table, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from docdeck.service.clock import Clock, IdMaker
from docdeck.service.errors import Unavailable
from docdeck.service.store import accounts_schema, places_schema, works_schema
from docdeck.service.store.schema import METADATA
from docdeck.service.store.upgrade import bring_up_to_date

Row = Mapping[str, Any]
"""One row by column name."""

_SCHEMAS = (accounts_schema, places_schema, works_schema)
"""Modules whose tables are made with the others."""

_WRITE = "docdeck_write"
_BUSY_SECONDS = 10


class Tx:
    """One transaction: the only way to the tables. Carries the clock and the id maker."""

    def __init__(self, connection: Connection, clock: Clock, ids: IdMaker) -> None:
        self._connection = connection
        self.clock = clock
        self.ids = ids
        self.queued: dict[str, str | None] = {}

    def rows(self, statement: Executable, **values: Any) -> list[Row]:
        """All rows of a question; `values` fill the places that a prepared question left open."""
        found = self._connection.execute(statement, values)
        names = tuple(found.keys())
        return [dict(zip(names, row, strict=True)) for row in found.all()]

    def one(self, statement: Executable, **values: Any) -> Row | None:
        """The first row of a question, or None; `values` fill the places that a prepared question left open."""
        row = self._connection.execute(statement, values).mappings().first()
        return None if row is None else dict(row)

    def value(self, statement: Executable, **values: Any) -> Any:
        """The first column of the first row, or None; `values` as for `one`."""
        return self._connection.execute(statement, values).scalar()

    def run(self, statement: Executable) -> int:
        """Run an update or delete; answers how many rows it touched."""
        return self._connection.execute(statement).rowcount

    def insert(self, table: Table, **values: Any) -> None:
        """Add one row."""
        self._connection.execute(table.insert(), values)

    def insert_many(self, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows in one round trip."""
        many = [dict(row) for row in rows]
        if many:
            self._connection.execute(table.insert(), many)

    def now(self) -> str:
        """The stored form of the time now."""
        return self.clock.text()


class Store:
    """A database with the service's tables. Safe to use from several threads."""

    def __init__(self, engine: Engine, clock: Clock, ids: IdMaker) -> None:
        self._engine = engine
        self._shared = isinstance(engine.pool, StaticPool)
        self._sqlite = engine.dialect.name == "sqlite"
        self._lock = threading.RLock()
        self.clock = clock
        self.ids = ids
        self.on_queued: Callable[[dict[str, str | None]], None] | None = None
        self.on_close: Callable[[], None] | None = None

    @classmethod
    def open(cls, where: str | Path = ":memory:", *, clock: Clock | None = None, ids: IdMaker | None = None) -> Store:
        """Open a SQLite file, `:memory:`, or any database by its URL, and make missing tables."""
        engine = _engine(where)
        if where == ":memory:":
            METADATA.create_all(engine)
        else:
            bring_up_to_date(engine, METADATA)
        return cls(engine, clock or Clock(), ids or IdMaker())

    @contextmanager
    def read(self) -> Generator[Tx]:
        """A transaction that sees one state of the database."""
        with self._transaction(write=False) as tx:
            yield tx

    @contextmanager
    def write(self) -> Generator[Tx]:
        """A transaction that is kept whole on leaving, or undone whole on an exception.

        Work that was queued in it begins after that.
        """
        # SQLite has one writer at a time; queueing here is quicker and fairer than its busy loop.
        with self._lock if self._sqlite else nullcontext(), self._transaction(write=True) as tx:
            yield tx
        if tx.queued and self.on_queued is not None:
            self.on_queued(tx.queued)

    @contextmanager
    def _transaction(self, *, write: bool) -> Generator[Tx]:
        if self._shared:
            self._lock.acquire()
        try:
            connection = self._engine.connect().execution_options(**{_WRITE: write})
            with connection, connection.begin():
                yield Tx(connection, self.clock, self.ids)
        except OperationalError as problem:
            raise Unavailable("The database is busy or not reachable, and nothing was changed: try again.") from problem
        finally:
            if self._shared:
                self._lock.release()

    def close(self) -> None:
        """Let go of all connections, after the background's last step."""
        if self.on_close is not None:
            self.on_close()
        self._engine.dispose()


def _engine(where: str | Path) -> Engine:
    if where == ":memory:":
        engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        _prepare_sqlite(engine, memory=True)
        return engine
    url = make_url(where if isinstance(where, str) and "://" in where else f"sqlite:///{where}")
    pool = {"pool_size": 8, "max_overflow": 40}
    if url.get_backend_name() != "sqlite":
        # SQLite has one writer anyway; elsewhere two calls could merge the same change request.
        return create_engine(url, isolation_level="SERIALIZABLE", **pool)
    engine = create_engine(url, **pool)
    _prepare_sqlite(engine, memory=False)
    return engine


def _prepare_sqlite(engine: Engine, *, memory: bool) -> None:
    """Foreign keys, write-ahead log, and transactions that begin when we say so."""

    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver would begin late, at the first write
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA busy_timeout = {_BUSY_SECONDS * 1000}")
        if not memory:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()

    def begun(connection: Connection) -> None:
        write = connection.get_execution_options().get(_WRITE, True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)
