"""Brings the tables of an older database up to date: columns and indexes that came later are added."""

from __future__ import annotations

from sqlalchemy import Column, Engine, MetaData, Table, inspect
from sqlalchemy.schema import CreateColumn


def bring_up_to_date(engine: Engine, metadata: MetaData) -> None:
    """Make missing tables, then missing columns and indexes of the tables that were there."""
    metadata.create_all(engine)
    known = inspect(engine)
    missing = [(table, _missing(table, {column["name"] for column in known.get_columns(table.name)})) for table in
               metadata.sorted_tables]  # fmt: skip
    with engine.begin() as connection:
        for table, columns in missing:
            for column in columns:
                words = CreateColumn(column).compile(dialect=engine.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {words}")
        for table in metadata.sorted_tables:
            for index in table.indexes:
                index.create(connection, checkfirst=True)


def _missing(table: Table, known: set[str]) -> list[Column[object]]:
    return [column for column in table.columns if column.name not in known]
