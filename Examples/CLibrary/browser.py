"""The same as browser.c, in Python: LD_LIBRARY_PATH=PREFIX/lib python3 browser.py"""

import sys

import retrace
from retrace import Refused, Retrace


def print_tabs(title, moment):
    print(title)
    for tab in moment.tabs():
        mark = ">" if tab.flags & retrace.ACTIVE else " "
        print(f"{mark} #{tab.id}  " + " - ".join(filter(None, [tab.title, tab.url])))


with Retrace(*sys.argv[1:2]) as store:
    tab = store.open_tab("swift.org")
    store.report_title(tab, "Swift")
    store.navigate(tab, "swift.org/documentation")
    other = store.open_tab("what is an event log")
    print_tabs("Two tabs:", store)

    before = store.at("now")

    store.travel(tab, -1)
    store.close_tab(other)
    print_tabs("Back in the first, without the second:", store)
    store.undo()
    print_tabs("Undone:", store)
    print_tabs("As it was before Back:", before)

    print([event["kind"] for event in store.call("pin", tab=tab)["events"]])

    try:
        store.close_tab(4711)
    except Refused as refused:
        print(f"{refused.code}: {refused}")
