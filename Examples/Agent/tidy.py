"""An agent that tidies up: it closes tabs that show the same page, and pins the start page.

It first tries the changes on its own branch, where they do not disturb the user, and shows the
differences. Then it applies the same changes to the user's branch, unless the user has changed
these tabs in the meantime. Each step is performed only once, no matter how often this program is
restarted. The log contains the agent's actions under its name: `retrace log --by tidier` lists
them, and `retrace undo --by tidier` reverts them.

    python3 tidy.py [--socket PATH | OPTIONS OF RETRACE]
"""

import sys

from retrace import Refused, Retrace


def plan(tabs):
    """Returns the commands that tidy up. They name tabs by their ids, which never change."""
    seen, commands = set(), []
    for tab in tabs:
        if tab["url"] in seen:
            commands.append(("close", {"tabs": [tab["id"]]}))
        seen.add(tab["url"])
        if tab["url"] == "https://start.example/" and not tab["pinned"]:
            commands.append(("pin", {"tab": tab["id"]}))
    return commands


def tidy(retrace):
    seen = retrace.call("log", limit=1)["events"][-1]["sequence"]
    commands = plan(retrace.call("tabs")["tabs"])
    if not commands:
        print("There is nothing to tidy.")
        return

    branch = f"tidy-{seen}"
    retrace.call("branch", name=branch)
    for method, arguments in commands:
        retrace.call(method, **arguments, branch=branch)
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
