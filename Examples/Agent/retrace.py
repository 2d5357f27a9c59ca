"""A client of `retrace serve`: the commands of Retrace as methods, in one file.

    with Retrace("--memory", name="tidier") as retrace:
        retrace.call("open", address="https://swift.org/")
        for tab in retrace.call("tabs")["tabs"]:
            print(tab["id"], tab["url"])

`help serve` describes the protocol, and `help COMMAND` the arguments of each method.
"""

import collections
import json
import socket
import subprocess


class Refused(Exception):
    """A request was rejected. `code` is stable. `since` lists the events that conflict with the request."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.number = error["code"]
        data = error.get("data", {})
        self.code = data.get("code")
        self.since = data.get("since", [])


class Retrace:
    """A connection to a server, which is started with these options or listens at a socket."""

    def __init__(self, *options, name, program="retrace", at_socket=None):
        self._process = None
        if at_socket:
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.connect(at_socket)
            self._input = self._output = self._socket.makefile("rwb")
        else:
            self._process = subprocess.Popen(
                [program, *options, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self._output, self._input = self._process.stdin, self._process.stdout
        self._number = 0
        self._changes = collections.deque()
        self.greeting = self.call("hello", versions=[1], name=name)

    def call(self, method, **arguments):
        """Runs a command and returns its JSON result. In names, `_` represents `-` or a space."""
        self._number += 1
        arguments = {name.replace("_", "-"): value for name, value in arguments.items()}
        request = {
            "jsonrpc": "2.0", "id": self._number, "method": method, "params": arguments,
        }
        self._output.write(json.dumps(request).encode() + b"\n")
        self._output.flush()
        while True:
            message = self._read()
            if "id" not in message:
                self._changes.append(message["params"])
            elif "error" in message:
                raise Refused(message["error"])
            else:
                return message["result"]

    def changes(self, **where):
        """Yields changes, starting now, `since` an event, or at the position of a `cursor`."""
        self.call("subscribe", **where)
        while True:
            while self._changes:
                yield self._changes.popleft()
            self._changes.append(self._read()["params"])

    def _read(self):
        line = self._input.readline()
        if not line:
            raise EOFError("The server has closed the connection.")
        return json.loads(line)

    def close(self):
        """Closes the connection, and stops the server if it was started for this connection."""
        self._output.close()
        if self._process:
            self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
