"""The background: one thread per kind of work, begun with the first job of that kind, jobs in their order."""

from __future__ import annotations

import importlib
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from docdeck.service.errors import ServiceError
from docdeck.service.store import Store
from docdeck.service.store.jobs import drop_job, kinds_waiting, next_job

_LOG = logging.getLogger("docdeck.service.work")
_MODULES = {
    "openapi": "docdeck.service.work.specifications",
    "translation": "docdeck.service.work.translating",
    "event": "docdeck.service.work.dispatching",
    "git": "docdeck.service.work.git_sync",
}
_ATTEMPTS = 3
_STOP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work: what was given when it was queued, and what was kept in memory only."""

    id: str
    given: Mapping[str, Any]
    secret: str | None
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])


class _Work(Protocol):
    def run(self, store: Store, job: Job) -> None: ...


class Worker:
    """Does queued work. Modules are loaded with the first job of their kind."""

    def __init__(self, store: Store, settings: Mapping[str, Any]) -> None:
        self._store = store
        self._settings = settings
        self._secrets: dict[str, str] = {}
        self._lanes: dict[str, threading.Thread] = {}
        self._wake: dict[str, threading.Event] = {kind: threading.Event() for kind in _MODULES}
        self._lock = threading.Lock()
        self._stopped = False

    def attach(self) -> None:
        """Begin with what is left from before, and go on with what is queued."""
        self._store.on_queued = self._queued
        self._store.on_close = self.stop
        with self._store.read() as tx:
            waiting = kinds_waiting(tx)
        for kind in sorted(waiting & set(_MODULES)):
            self._begin(kind)

    def stop(self) -> None:
        """End after the jobs that run now; what waits stays in the database."""
        self._stopped = True
        for event in self._wake.values():
            event.set()
        for lane in list(self._lanes.values()):
            lane.join(_STOP_SECONDS)

    def _queued(self, jobs: dict[str, str | None]) -> None:
        self._secrets.update({id: secret for id, secret in jobs.items() if secret is not None})
        with self._store.read() as tx:
            waiting = kinds_waiting(tx)
        for kind in waiting & set(_MODULES):
            self._begin(kind)

    def _begin(self, kind: str) -> None:
        with self._lock:
            self._wake[kind].set()
            if kind not in self._lanes and not self._stopped:
                lane = threading.Thread(target=self._lane, args=(kind,), name=f"work-{kind}", daemon=True)
                self._lanes[kind] = lane
                lane.start()

    def _lane(self, kind: str) -> None:
        work = cast("_Work", importlib.import_module(_MODULES[kind]))
        while not self._stopped:
            self._wake[kind].wait()
            self._wake[kind].clear()
            while not self._stopped and self._one(kind, work):
                pass

    def _one(self, kind: str, work: _Work) -> bool:
        try:
            with self._store.write() as tx:
                row = next_job(tx, kind)
            if row is None:
                return False
            if row["attempts"] < _ATTEMPTS:
                self._run(work, Job(row["id"], row["given"], self._secrets.pop(row["id"], None), self._settings))
            with self._store.write() as tx:
                drop_job(tx, row["id"])
        except ServiceError as problem:
            _LOG.warning("the database could not be asked for work of the kind %s: %s", kind, problem)
            return False
        return True

    def _run(self, work: _Work, job: Job) -> None:
        try:
            work.run(self._store, job)
        except Exception:  # a job that fails must not end all later ones
            _LOG.exception("a job in the background failed")
