"""The chain: nothing is changed through the front door, and what is changed through the back door is told, with its place."""

from __future__ import annotations

import hashlib
import json

import pytest
from sqlalchemy import select

from goldproof.errors import GoldproofError
from goldproof.model import Kind, Layer, Maker, Source
from goldproof.project import Project
from goldproof.project import schema as schema
from goldproof.project.deciding import Opening
from goldproof.project.queues import Item, Reading, Verdict

from .conftest import FINGERS, PALATE, sql, unguarded


@pytest.fixture
def judged(project: Project) -> Project:
    project.judge("ann", "one", [FINGERS], actor="ann", seconds=1.25)
    project.judge("ann", "two", [], actor="ann")
    project.judge("ann", "two", [PALATE], actor="ann")
    return project


def rows(project: Project) -> list[dict[str, object]]:
    with project._reading() as connection:
        return [dict(row) for row in connection.execute(select(schema.event).order_by(schema.event.c.seq)).mappings()]


def breaks(project: Project) -> list[str]:
    return [str(b) for b in project.verify().breaks]


def test_the_hash_can_be_made_by_anybody(judged: Project) -> None:
    """The rule in plain words: JSON of all columns but the hash, keys sorted, no blanks, UTF-8; sha256; beginning with zeros."""
    previous = "0" * 64
    for number, row in enumerate(rows(judged), 1):
        stated = row.pop("hash")
        text = json.dumps(row, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert row["seq"] == number
        assert row["previous"] == previous
        assert hashlib.sha256(text.encode()).hexdigest() == stated
        previous = str(stated)
    assert judged.verify().head == previous


@pytest.mark.parametrize("statement", [
    "UPDATE event SET payload = '[]' WHERE seq = 2",
    "DELETE FROM event WHERE seq = 2",
    "DELETE FROM event",
    "UPDATE document SET body = ''",
    "DELETE FROM unit",
])  # fmt: skip
def test_the_tables_refuse_a_change(judged: Project, statement: str) -> None:
    before = rows(judged)
    with pytest.raises(Exception, match="never changed"):
        sql(judged, statement)
    assert rows(judged) == before


def test_a_row_is_not_replaced_either(judged: Project) -> None:
    names = ", ".join(c.name for c in schema.event.columns)
    for changed in ("seq", "operation"):
        fresh = names.replace("seq", "999" if changed == "seq" else "seq", 1)
        verb = "INSERT OR REPLACE INTO" if judged._place.path is not None else "INSERT INTO"
        with pytest.raises(Exception, match=r"never changed|duplicate key"):
            sql(judged, f"{verb} event ({names}) SELECT {fresh} FROM event WHERE seq = 2")
    assert judged.verify().whole


def test_truncating_is_refused_in_postgres(judged: Project) -> None:
    if judged._place.path is None:
        with pytest.raises(Exception, match="never changed"):
            sql(judged, "TRUNCATE event")


@pytest.mark.parametrize("column", [c.name for c in schema.event.columns if c.name not in ("seq", "hash", "previous")])
def test_a_changed_value_is_told(judged: Project, column: str) -> None:
    seq = judged.verify().events - 2  # judged, by ann, with seconds
    value = {"base": "7", "version": "7", "prior": "7", "seconds": "7"}.get(column, "'other'")
    unguarded(judged, f"UPDATE event SET {column} = {value} WHERE seq = {seq}")
    assert breaks(judged) == [f"event {seq}: was changed after it was sealed"]


def test_one_byte_of_a_payload(judged: Project) -> None:
    seq = judged.verify().events
    unguarded(judged, f"UPDATE event SET payload = replace(payload, '12', '13') WHERE seq = {seq}")
    assert breaks(judged) == [f"event {seq}: was changed after it was sealed"]


def test_a_changed_event_with_a_new_hash_does_not_fit_the_next(judged: Project) -> None:
    row = rows(judged)[2]
    row["actor"] = "owner2"
    text = json.dumps({k: v for k, v in row.items() if k != "hash"}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    unguarded(judged, f"UPDATE event SET actor = 'owner2', hash = '{hashlib.sha256(text.encode()).hexdigest()}' WHERE seq = 3")
    assert breaks(judged) == ["event 4: does not follow the event before it"]


def test_removed_events_are_told(judged: Project) -> None:
    unguarded(judged, "DELETE FROM event WHERE seq = 3")
    assert breaks(judged) == ["event 4: event 3 is missing before it"]
    sql(judged, "DELETE FROM event WHERE seq IN (4, 5)")
    assert breaks(judged) == ["event 6: events 3 to 5 are missing before it"]


def test_the_first_event_removed(judged: Project) -> None:
    unguarded(judged, "DELETE FROM event WHERE seq = 1")
    assert breaks(judged) == ["event 2: event 1 is missing before it"]


def test_swapped_events_are_told(judged: Project) -> None:
    unguarded(judged, "UPDATE event SET seq = -3 WHERE seq = 3", "UPDATE event SET seq = 3 WHERE seq = 4", "UPDATE event SET seq = 4 WHERE seq = -3")
    found = breaks(judged)
    assert "event 3: was changed after it was sealed" in found
    assert "event 4: was changed after it was sealed" in found
    assert found[0].startswith("event 3")


def test_a_cut_tail_is_told(judged: Project) -> None:
    last = judged.verify().events
    unguarded(judged, f"DELETE FROM event WHERE seq = {last}")
    assert breaks(judged) == [f"event {last - 1}: the chain ends here, but there were {last} events: the end was cut off"]
    sql(judged, "DELETE FROM event")
    assert breaks(judged) == [f"the chain ends here, but there were {last} events: the end was cut off"]


def test_a_tampered_head_is_told(judged: Project) -> None:
    sql(judged, "UPDATE head SET seq = 2")
    assert "some were added beside the program" in breaks(judged)[0]
    sql(judged, f"UPDATE head SET seq = {len(rows(judged))}, hash = 'x'")
    assert "not the one that the head record names" in breaks(judged)[0]


def test_contents_and_derived_tables_are_checked_if_asked(judged: Project) -> None:
    assert judged.verify(deep=True).whole
    sql(judged, "UPDATE current SET judged = '[]' WHERE unit = 'one' AND layer = 'ann'")
    assert breaks(judged) == []
    assert [str(b) for b in judged.verify(deep=True).breaks] == ["current ann/one is not what the events say (rebuild makes it again)"]
    judged.rebuild()
    assert judged.verify(deep=True).whole
    assert judged.standing("ann", "one").judged == (FINGERS,)
    unguarded(judged, "UPDATE document SET body = replace(body, 'Short', 'Long')")
    assert "document" in str(judged.verify(deep=True).breaks[0])
    sql(judged, "DELETE FROM document")
    assert any("one is missing" in str(b) for b in judged.verify(deep=True).breaks)


def derived(project: Project) -> dict[str, list[tuple[object, ...]]]:
    with project._reading() as connection:
        return {t.name: sorted(map(tuple, connection.execute(select(t))), key=repr) for t in schema.DERIVED}


def test_a_rebuild_gives_the_same(judged: Project) -> None:
    judged.publish_guideline("1", "# A\nx")
    judged.open_round("r", guideline="1")
    judged.comment("hm", unit="one")
    judged.flag("ann", "two", actor="ann")
    judged.undo(actor="ann")
    judged.set("x", [1, {"y": None}])
    judged.add_person("dee", "adjudicator")
    gold = Layer.of("gold", Source("adjudicated", Maker.RULE), Kind.MENTIONS, {})
    item = Item("one", "one", "extra", 0.5, (), (Reading(({"spans": [[0, 5]]},), ("ann",)),))
    (lane,) = judged.layers(names=("finder",))
    judged.open_queue(Opening("gold", gold, lane.called("proposal"), (lane,), (item,), 1), actor="dee")
    judged.decide("gold", [Verdict("one", "none")], actor="dee")
    judged.record_release({"version": "1", "id": "x", "layers": {"gold": "y"}})
    before, stood = derived(judged), judged.corpus()
    assert all(before.values())
    sql(judged, *(f'DELETE FROM "{t.name}"' for t in schema.DERIVED))
    assert derived(judged) != before
    judged.rebuild()
    assert derived(judged) == before
    assert judged.corpus() == stood


def test_an_event_of_no_known_kind_is_one_line(judged: Project) -> None:
    unguarded(judged, "UPDATE event SET kind = 'dreamt' WHERE seq = 3")
    with pytest.raises(GoldproofError, match="event 3: an event of no known kind"):
        judged.history()
    assert breaks(judged) == ["event 3: was changed after it was sealed"]
