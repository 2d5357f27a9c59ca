"""A tidier that uses only the Model Context Protocol: it proposes, and the user decides.

It groups the open tabs of sites that have three or more tabs, and closes tabs that were not used for
a month, and tabs that show the same page as another tab. It makes these changes on a branch of its
own, so that the user's tabs stay as they are, and proposes the branch with a reason for each
decision. In Retrace, `proposals` shows the proposal, and `approve` applies it, or a part of it.

    python3 propose.py [--wait] [OPTIONS OF RETRACE]

With --wait, it waits until the user has decided, and prints which of its changes were applied.
"""

import json
import subprocess
import sys
from collections import defaultdict
from urllib.parse import urlsplit

NAME = "tidier"
FEWEST_TABS_OF_GROUP = 3
UNUSED_SINCE = "30d ago"


class Refused(Exception):
    """A tool was refused. The message is a sentence."""


class Server:
    """A connection to `retrace serve --mcp`, which this program starts."""

    def __init__(self, *options, program="retrace"):
        self._process = subprocess.Popen(
            [program, *options, "serve", "--mcp", "--as", NAME],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        self._number = 0
        self._updates = 0
        self.request(
            "initialize", protocolVersion="2025-11-25", capabilities={},
            clientInfo={"name": NAME, "version": "1"},
        )
        self._send({"method": "notifications/initialized"})

    def _send(self, message):
        line = json.dumps({"jsonrpc": "2.0", **message}) + "\n"
        self._process.stdin.write(line.encode())
        self._process.stdin.flush()

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("The server has ended.")
        return json.loads(line)

    def request(self, method, **parameters):
        self._number += 1
        self._send({"id": self._number, "method": method, "params": parameters})
        while True:
            message = self._read()
            if message.get("id") == self._number:
                if "error" in message:
                    raise Refused(message["error"]["message"])
                return message["result"]
            self._updates += 1

    def call(self, tool, **arguments):
        """Calls a tool, and returns its facts."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        if result.get("isError"):
            raise Refused(result["content"][0]["text"])
        return result["structuredContent"]

    def rows(self, tool, member, **arguments):
        """Yields all rows of a list, part by part."""
        while True:
            answer = self.call(tool, limit=200, **arguments)
            yield from answer[member]
            if "next" not in answer:
                return
            arguments["cursor"] = answer["next"]

    def wait_for_update(self):
        """Waits until a watched resource has changed."""
        if self._updates:
            self._updates -= 1
        else:
            self._read()

    def close(self):
        self._process.stdin.close()
        self._process.wait()


def site(tab):
    return urlsplit(tab["url"]).hostname or ""


def plan(server):
    """Returns the tabs to close and the groups to create, each with a reason."""
    tabs = list(server.rows("tabs", "tabs"))
    movable = {tab["id"]: tab for tab in tabs if not tab.get("pinned") and not tab.get("active")}
    closing = {}
    for tab in server.rows("tabs", "tabs", unused_since=UNUSED_SINCE):
        if tab["id"] in movable:
            closing[tab["id"]] = "not used for a month"
    for tab in server.call("close_duplicates", preview=True).get("wouldClose", []):
        if tab in movable:
            closing.setdefault(tab, "open twice")
    sites = defaultdict(list)
    for tab in movable.values():
        if tab["id"] not in closing and "group" not in tab and site(tab):
            sites[site(tab)].append(tab["id"])
    groups = {name: ids for name, ids in sorted(sites.items()) if len(ids) >= FEWEST_TABS_OF_GROUP}
    return closing, groups


def reasons(closing, groups):
    counts = defaultdict(int)
    for reason in closing.values():
        counts[reason] += 1
    parts = [f"{count} tabs closed: {reason}" for reason, count in sorted(counts.items())]
    parts += [f"{len(ids)} tabs grouped: all from {name}" for name, ids in groups.items()]
    text = ". ".join(parts) + "."
    return text if len(text.encode()) <= 900 else text.encode()[:900].decode(errors="ignore") + "…"


def propose(server):
    """Proposes the changes. Returns the name of the proposal, and its closings and groups."""
    closing, groups = plan(server)
    if not closing and not groups:
        print("There is nothing to tidy.")
        return None, closing, groups
    name = f"tidy-{server.call('overview')['sequence']}"
    if closing:
        server.call("close", tabs=sorted(closing), key=f"{name}-close")
    for host, ids in groups.items():
        server.call(
            "group", operation="create", tabs=ids, title=host.removeprefix("www."),
            key=f"{name}-{host}"[:100],
        )
    say = reasons(closing, groups)
    proposal = server.call("propose", name=name, say=say, key=f"{name}-propose")
    print(f"proposed {name}: {say}")
    print(f"{proposal['total']} changes wait for your answer", flush=True)
    return name, closing, groups


def wait(server, name, closing, groups):
    """Waits for the answer, and prints which of the changes were applied."""
    server.request("resources/subscribe", uri="retrace://proposals")
    while True:
        states = {row["name"]: row["state"] for row in server.call("moments")["proposals"]}
        if states.get(name) != "waiting":
            break
        server.wait_for_update()
    print(f"{name} was {states.get(name)}")
    tabs = {tab["id"]: tab for tab in server.rows("tabs", "tabs")}
    closed = sum(tab not in tabs for tab in closing)
    grouped = sum(any("group" in tabs.get(tab, {}) for tab in ids) for ids in groups.values())
    print(f"applied {closed} of {len(closing)} closings and {grouped} of {len(groups)} groups")


if __name__ == "__main__":
    options = sys.argv[1:]
    waits = "--wait" in options
    server = Server(*(option for option in options if option != "--wait"))
    try:
        name, closing, groups = propose(server)
        if name and waits:
            wait(server, name, closing, groups)
    except Refused as refused:
        print("refused:", refused)
    finally:
        server.close()
