"""Performs joint actions, and reads what undo would revert, how sessions ended, and private windows."""

import sys

from retrace import MUTED, PINNED, Refused, Retrace

with Retrace(sys.argv[1], name="tester") as store:
    first, second = store.open_tab("a.example"), store.open_tab("b.example")
    store.perform(("pin", {"tab": first}), ("mute", {"tab": [first, second]}), name="tidy")
    print(store.undo_title, store.redo_title)
    print([(bool(tab.flags & PINNED), bool(tab.flags & MUTED)) for tab in store.tabs()])
    store.undo()
    print(store.undo_title, store.redo_title)
    try:
        store.perform(("pin", {"tab": first}), ("pin", {"tab": 4711}))
    except Refused as refused:
        print(refused.code)
    assert not any(tab.flags & PINNED for tab in store.tabs())
    print(store.open_session("test"))

with Retrace(sys.argv[1], private=True) as store:
    print(store.open_session("test"))
    store.end_session()
    opened = store.call("open", address="p.example", private=True)
    tab = opened["events"][-1]["sequence"]
    store.close_tab(tab)
    print("private:", tab < 0)
