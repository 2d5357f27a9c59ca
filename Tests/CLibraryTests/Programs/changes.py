"""Follows the changes of a store by this process, by another thread and by another process."""

import select
import subprocess
import sys
import threading

from retrace import Refused, Retrace

profile, program = sys.argv[1:]


def told(change):
    """The description of a change, without times and numbers."""
    return [commit.get("agent") for commit in change["commits"]], [
        kind["kind"] for kind in change["changes"]
    ]


def wait_at_descriptor(store):
    assert select.select([store.descriptor()], [], [], 20)[0], "nothing to read"
    return store.wait(0)


def follow(name, store):
    store.call("subscribe")
    assert store.wait(0) is None
    tab = store.open_tab("a.example")
    print(name, "by a call:", *told(wait_at_descriptor(store)))
    assert store.wait(0) is None
    if name == "in memory":  # on disk, the system may report a write twice
        assert not select.select([store.descriptor()], [], [], 0)[0], "it is not quiet"

    changes = []
    waiting = threading.Thread(target=lambda: changes.append(store.wait(20_000)))
    waiting.start()
    store.call("pin", tab=tab)
    waiting.join()
    print(name, "by another thread:", *told(changes[0]))

    store.call("unsubscribe")
    try:
        store.wait(0)
    except Refused as refused:
        print(name, refused.code)


with Retrace(name="watcher") as store:
    follow("in memory", store)

with Retrace(profile, name="watcher") as store:
    follow("on disk", store)
    store.call("subscribe", cursor="mirror")
    print("from the start:", len(store.wait(20_000)["commits"]), "commits")
    store.call("acknowledge", cursor="mirror", through=store.sequence)
    command = [program, "--profile", profile, "--as", "other", "open", "b.example"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    print("by another process:", *told(wait_at_descriptor(store)))
