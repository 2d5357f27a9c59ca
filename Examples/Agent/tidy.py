"""An agent that tidies up: it closes tabs that show the same page, and pins the start page.

It tries that on a branch of its own, where nobody is disturbed, and shows what would differ. Then
it does the same where the person works, unless the person has touched these tabs meanwhile; and
each step once, no matter how often this program is started again. Its actions are in the log under its
name: `retrace log --by tidier`, and `retrace undo --by tidier` takes it back.

    python3 tidy.py [--socket PATH | OPTIONS OF RETRACE]
"""

import sys

from retrace import Refused, Retrace


def plan(tabs):
    """The commands that tidy up: tabs are named by their ids, which stay what they are."""
    seen, commands = set(), []
    for tab in tabs:
        if tab["url"] in seen:
            commands.append(("close", {"tabs": [f"#{tab['id']}"]}))
        seen.add(tab["url"])
        if tab["url"] == "https://start.example/" and not tab["pinned"]:
            commands.append(("pin", {"tab": f"#{tab['id']}"}))
    return commands


def tidy(retrace):
    seen = retrace.call("log", limit=1)["events"][-1]["sequence"]
    commands = plan(retrace.call("tabs")["tabs"])
    if not commands:
        print("There is nothing to tidy.")
        return

    branch = f"tidy-{seen}"
    retrace.call("branch", name=branch)
    retrace.call("switch", name=branch)
    for method, arguments in commands:
        retrace.call(method, **arguments)
    retrace.call("switch", name="main")
    for change in retrace.call("diff", **{"from": "main", "to": branch})["diff"]:
        if change["kind"] in ("tabClosed", "tabPinned"):
            print("would differ:", change["kind"], f"#{change['tab']}")

    for number, (method, arguments) in enumerate(commands):
        try:
            retrace.call(method, **arguments, ifAt=seen, key=f"{branch}-{number}")
            print("did:", method, *arguments.values())
        except Refused as refused:
            print("left alone:", refused)
    retrace.call("branch", name=branch, hide=True)


if __name__ == "__main__":
    options = sys.argv[1:]
    at_socket = options[1] if options[:1] == ["--socket"] else None
    with Retrace(*([] if at_socket else options), name="tidier", at_socket=at_socket) as retrace:
        tidy(retrace)
