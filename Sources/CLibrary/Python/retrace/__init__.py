"""Retrace in a Python program: a ctypes binding of libretrace.

    with Retrace(name="tidier") as retrace:                   # or Retrace("/home/me/profile", …)
        tab = retrace.open_tab("swift.org")
        for tab in retrace.tabs():
            print(tab.id, tab.url)
        retrace.call("pin", tab=tab.id)
        retrace.undo()

`call` accepts every command, like the client of `retrace serve` in Examples/Agent. An integer is an id,
and a string is a position ("2:3"), an id ("#7") or words. The other methods call functions of the library
for frequent operations. A store may be used from any thread.
"""

from __future__ import annotations

import ctypes
import json
import pathlib
from ctypes import POINTER, byref, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_uint64
from types import TracebackType
from typing import Any, Iterable, Iterator, NamedTuple, Optional, TypeVar, Union

__all__ = [
    "ACTIVE", "CAN_GO_BACK", "CAN_GO_FORWARD", "DAMAGED", "DISCARDED", "Entry", "FAILED", "FOCUSED",
    "FORGOTTEN", "LOADING", "MUTED", "Moment", "PINNED", "Refused", "Retrace", "Session", "Tab",
]


class Refused(Exception):
    """A request was rejected. `code` is stable. `since` lists the events that conflict with the request."""

    number: int
    code: Optional[str]
    since: list[int]

    def __init__(
        self, number: int, message: str, code: Optional[str] = None, since: Iterable[int] = ()
    ) -> None:
        super().__init__(message)
        self.number = number
        self.code = code or None
        self.since = list(since)


class Tab(NamedTuple):
    """An open tab. `flags` combines constants such as PINNED."""

    id: int
    window: int
    group: Optional[int]
    title: Optional[str]
    url: Optional[str]
    flags: int


class Entry(NamedTuple):
    """A page in the history of a tab."""

    id: int
    title: Optional[str]
    url: Optional[str]
    flags: int
    is_current: bool


class Session(NamedTuple):
    """The end of the previous run of a front end."""

    has_crashed: bool
    is_suspect: bool
    suspect_tab: Optional[int]


ACTIVE, FOCUSED, PINNED, MUTED, LOADING, FAILED, DISCARDED = (1 << bit for bit in range(7))
CAN_GO_BACK, CAN_GO_FORWARD, FORGOTTEN, DAMAGED = (1 << bit for bit in range(7, 11))

_Moment = TypeVar("_Moment", bound="Moment")
_text = POINTER(ctypes.c_char)


class _Tab(ctypes.Structure):
    _fields_ = [
        ("id", c_int64), ("window", c_int64), ("group", c_int64),
        ("title", _text), ("title_length", c_size_t),
        ("url", _text), ("url_length", c_size_t), ("flags", c_uint32),
    ]


class _Entry(ctypes.Structure):
    _fields_ = [
        ("id", c_int64), ("title", _text), ("title_length", c_size_t),
        ("url", _text), ("url_length", c_size_t), ("flags", c_uint32),
    ]


def _find() -> str:
    """Returns the library that was installed together with this module, or its name for the system to find."""
    name = "libretrace.so.1"
    for folder in pathlib.Path(__file__).resolve().parents:
        if folder.name == "lib" and (folder / name).is_file():
            return str(folder / name)
    return name


def _load(path: str) -> Any:
    """Loads the library and declares its functions. All except those for messages return a code."""
    library = ctypes.CDLL(path)
    handle, size, number = c_uint64, POINTER(c_size_t), POINTER(c_int64)
    text = [c_char_p, c_size_t]
    given = [POINTER(_text), size]
    functions: dict[str, list[Any]] = {
        "open": text + [c_uint32, POINTER(handle)],
        "open_memory": [POINTER(handle)],
        "close": [handle],
        "call": [handle] + text + given,
        "wait": [handle, c_int32] + given,
        "descriptor": [handle, POINTER(c_int)],
        "open_tab": [handle] + text + [number],
        "navigate": [handle, c_int64] + text,
        "travel": [handle, c_int64, c_int32],
        "select_tab": [handle, c_int64],
        "close_tab": [handle, c_int64],
        "report_title": [handle, c_int64] + text,
        "undo": [handle, number],
        "redo": [handle, number],
        "undo_title": [handle] + given,
        "redo_title": [handle] + given,
        "open_session": [handle] + text + [POINTER(c_uint32), number],
        "end_session": [handle],
        "at": [handle] + text + [POINTER(handle)],
        "sequence": [handle, number],
        "tab_count": [handle, size],
        "active_tab": [handle, number],
        "tab_title": [handle, c_int64] + given,
        "tab_url": [handle, c_int64] + given,
        "tabs": [handle, POINTER(POINTER(_Tab)), size],
        "entries": [handle, c_int64, POINTER(POINTER(_Entry)), size, size],
    }
    for name, arguments in functions.items():
        function = getattr(library, "retrace_" + name)
        function.argtypes, function.restype = arguments, c_int
    for name in ("version", "message", "reason"):
        getattr(library, "retrace_" + name).restype = c_char_p
    return library


def _string(text: Any, length: int) -> Optional[str]:
    return ctypes.string_at(text, length).decode() if text else None


class Moment:
    """The functions that read a store or a past moment."""

    def __init__(self, library: Any, handle: int) -> None:
        self._library = library
        self._handle = handle

    def _do(self, name: str, *arguments: Any) -> None:
        code = getattr(self._library, "retrace_" + name)(self._handle, *arguments)
        if code:
            self._fail(code)

    def _fail(self, code: int) -> None:
        message, reason = self._library.retrace_message(), self._library.retrace_reason()
        raise Refused(code, message.decode(), reason.decode())

    def _get(self, kind: Any, name: str, *arguments: Any) -> int:
        place = kind()
        self._do(name, *arguments, byref(place))
        return int(place.value)

    def _get_text(self, name: str, *arguments: Any) -> Optional[str]:
        text, length = _text(), c_size_t()
        self._do(name, *arguments, byref(text), byref(length))
        return _string(text, length.value)

    @property
    def sequence(self) -> int:
        """The number of the newest event."""
        return self._get(c_int64, "sequence")

    @property
    def tab_count(self) -> int:
        return self._get(c_size_t, "tab_count")

    @property
    def active_tab(self) -> Optional[int]:
        """The active tab of the focused window, or None."""
        return self._get(c_int64, "active_tab") or None

    def title(self, tab: int) -> Optional[str]:
        """Returns the title of a tab's page, or None if it is unknown."""
        return self._get_text("tab_title", tab)

    def url(self, tab: int) -> Optional[str]:
        return self._get_text("tab_url", tab)

    def tabs(self) -> list[Tab]:
        """Returns the open tabs, window by window, from left to right."""
        tabs, count = POINTER(_Tab)(), c_size_t()
        self._do("tabs", byref(tabs), byref(count))
        return [
            Tab(
                tab.id, tab.window, tab.group or None, _string(tab.title, tab.title_length),
                _string(tab.url, tab.url_length), tab.flags,
            )
            for tab in tabs[: count.value]
        ]

    def entries(self, tab: int) -> list[Entry]:
        """Returns the history of a tab, oldest entry first."""
        entries, count, current = POINTER(_Entry)(), c_size_t(), c_size_t()
        self._do("entries", tab, byref(entries), byref(count), byref(current))
        return [
            Entry(
                entry.id, _string(entry.title, entry.title_length),
                _string(entry.url, entry.url_length), entry.flags, index == current.value,
            )
            for index, entry in enumerate(entries[: count.value])
        ]

    def close(self) -> None:
        """Closes the handle. Closing a store also closes all of its moments."""
        self._do("close")

    def __enter__(self: _Moment) -> _Moment:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()


class Retrace(Moment):
    """A store: a profile in a directory or in memory. `name` is the name of the program in the log.

    With `private`, the program may open private windows, which exist only in the memory of this process.
    """

    def __init__(
        self, profile: Optional[str] = None, *, name: Optional[str] = None, read_only: bool = False,
        private: bool = False, library: Optional[str] = None,
    ) -> None:
        super().__init__(_load(library or _find()), 0)
        handle = c_uint64()
        if profile is None:
            code = self._library.retrace_open_memory(byref(handle))
        else:
            code = self._library.retrace_open(*_bytes(profile), read_only, byref(handle))
        if code:
            self._fail(code)
        self._handle = handle.value
        self._number = 0
        if name or private:
            named = {"name": name} if name else {}
            self.call("hello", versions=[1], private=private, **named)

    def call(self, method: str, **arguments: Any) -> dict[str, Any]:
        """Runs a command and returns its JSON result. In names, `_` represents `-` or a space."""
        self._number += 1
        arguments = {name.replace("_", "-"): value for name, value in arguments.items()}
        request = {
            "jsonrpc": "2.0", "id": self._number, "method": method, "params": arguments,
        }
        reply, length = _text(), c_size_t()
        code = self._library.retrace_call(
            self._handle, *_bytes(json.dumps(request)), byref(reply), byref(length)
        )
        answer = json.loads(_string(reply, length.value) or "{}")
        if "result" in answer:
            result: dict[str, Any] = answer["result"]
            return result
        if "error" not in answer:
            self._fail(code)
        error = answer["error"]
        data = error.get("data", {})
        raise Refused(error["code"], error["message"], data.get("code"), data.get("since", ()))

    def perform(
        self, *commands: tuple[str, dict[str, Any]], name: Optional[str] = None, **conditions: Any
    ) -> dict[str, Any]:
        """Performs commands as one action, which one undo reverts: `perform(("pin", {"tab": 2}), …)`."""
        listed = [{"method": method, "params": arguments} for method, arguments in commands]
        return self.call("perform", name=name, commands=listed, **conditions)

    def changes(self, **where: Any) -> Iterator[dict[str, Any]]:
        """Yields changes, starting now, `since` an event, or at the position of a `cursor`."""
        self.call("subscribe", **where)
        while True:
            # The timeout lets Python handle Ctrl-C from time to time.
            change = self.wait(500)
            if change:
                yield change

    def wait(self, milliseconds: int) -> Optional[dict[str, Any]]:
        """Waits for a change after `subscribe`. Returns the change since the last call, or None."""
        change = self._get_text("wait", milliseconds)
        if not change:
            return None
        parameters: dict[str, Any] = json.loads(change)["params"]
        return parameters

    def descriptor(self) -> int:
        """Returns a descriptor that is readable when `wait(0)` may return a change, for use with `poll`."""
        return self._get(c_int, "descriptor")

    def at(self, point: Union[int, str]) -> Moment:
        """Returns a moment, given an event number, a time such as "@12:00", a mark or a branch."""
        return Moment(self._library, self._get(c_uint64, "at", *_bytes(str(point))))

    def open_tab(self, typed: str) -> int:
        """Opens a tab in front, and navigates to the destination of typed text. Returns the tab."""
        return self._get(c_int64, "open_tab", *_bytes(typed))

    def navigate(self, tab: int, typed: str) -> None:
        self._do("navigate", tab, *_bytes(typed))

    def travel(self, tab: int, steps: int) -> None:
        """Goes back (-1) or forward (1), or reloads the page (0)."""
        self._do("travel", tab, steps)

    def select_tab(self, tab: int) -> None:
        self._do("select_tab", tab)

    def close_tab(self, tab: int) -> None:
        self._do("close_tab", tab)

    def report_title(self, tab: int, title: str) -> None:
        self._do("report_title", tab, *_bytes(title))

    def undo(self) -> int:
        """Undoes the last action, and returns its first event."""
        return self._get(c_int64, "undo")

    def redo(self) -> int:
        return self._get(c_int64, "redo")

    @property
    def undo_title(self) -> Optional[str]:
        """A description of the action that `undo` would undo, or None."""
        return self._get_text("undo_title")

    @property
    def redo_title(self) -> Optional[str]:
        """A description of the action that `redo` would redo, or None."""
        return self._get_text("redo_title")

    def open_session(self, front_end: str) -> Session:
        """Records that a front end with an engine has started, and returns how its last run ended."""
        flags, suspect = c_uint32(), c_int64()
        self._do("open_session", *_bytes(front_end), byref(flags), byref(suspect))
        return Session(bool(flags.value & 1), bool(flags.value & 2), suspect.value or None)

    def end_session(self) -> None:
        """Records that the front end has ended normally."""
        self._do("end_session")


def _bytes(text: str) -> tuple[bytes, int]:
    data = text.encode()
    return data, len(data)
