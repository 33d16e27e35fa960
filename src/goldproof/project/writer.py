"""The one writer of a process: a thread that drains a queue and commits what it found as one group.

Twenty people who save at once cost one write to the disk, not twenty. A save is acknowledged only after its commit.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Engine

from ..errors import BadInput, GoldproofError
from .batch import Batch, Saved, Work
from .lock import FileLock
from .place import FAILURES, Place

T = TypeVar("T")
Job = Work | Callable[[Batch], Any]

GROUP = 128
"""The most jobs in one commit: those that wait longest should not wait for all."""


class Writer:
    """Started by the first job; from then until ``close`` it holds the file's lock."""

    def __init__(self, place: Place, engine: Engine) -> None:
        self._place = place
        self._engine = engine.execution_options(writes=True)
        self._lock = FileLock(place.path) if place.path is not None else None
        self._jobs: SimpleQueue[tuple[Job, Future[Any]] | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    def start(self) -> None:
        with self._gate:
            self._start()

    def save(self, work: Work) -> Saved:
        """Have a work done in the next commit; the answer comes when that commit has reached the disk."""
        saved: Saved = self._put(work)
        return saved

    def do(self, job: Callable[[Batch], T]) -> T:
        """The same with anything that can be done with a batch."""
        result: T = self._put(job)
        return result

    def _put(self, job: Job) -> Any:
        future: Future[Any] = Future()
        with self._gate:
            self._start()
            self._jobs.put((job, future))
        return future.result()

    def close(self) -> None:
        """Finish what is in the queue, then let go of the lock."""
        with self._gate:
            self._closed = True
            thread = self._thread
            if thread is not None:
                self._jobs.put(None)
        if thread is not None:
            thread.join()
        if self._lock is not None:
            self._lock.release()

    def _start(self) -> None:
        if self._closed:
            raise BadInput("the project is closed", where=self._place)
        if self._thread is None:
            if self._lock is not None:
                self._lock.take()
            self._thread = threading.Thread(target=self._run, name="goldproof-writer", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            group, last = [first], False
            try:
                while len(group) < GROUP and not last:
                    item = self._jobs.get_nowait()
                    if item is None:
                        last = True
                    else:
                        group.append(item)
            except Empty:
                pass
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[tuple[Job, Future[Any]]]) -> None:
        answers: list[tuple[Future[Any], Any, GoldproofError | None]] = []
        try:
            with self._engine.connect() as connection, connection.begin():
                batch = Batch(connection)
                batch.expect([job for job, _ in group if isinstance(job, Work)])
                for job, future in group:
                    try:
                        answers.append((future, batch.do(job) if isinstance(job, Work) else job(batch), None))
                    except GoldproofError as refusal:
                        answers.append((future, None, refusal))
                batch.flush()
        except BaseException as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
            if len(group) > 1:
                # Nothing of the group was written; what one of them broke must not be the others' loss.
                for one in group:
                    self._commit([one])
            else:
                group[0][1].set_exception(self._place.told(error) if isinstance(error, FAILURES) else error)
            return
        for future, result, refused in answers:
            if refused is None:
                future.set_result(result)
            else:
                future.set_exception(refused)
