// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BrowserModel
import EventCoding
import RetraceTimeline

// The calls that `retrace.mjs` makes. A call returns the length of its answer. If a call fails, it
// returns the negative length, and the answer consists of a code and a sentence. The answer is valid
// until the next call.

nonisolated(unsafe) let log = OpenLog()

/// Runs the body of a call.
@inline(never)
func call(_ body: (OpenLog) throws(Failure) -> Void) -> Int32 {
  let log = unsafe log
  log.answer.removeAll()
  do throws(Failure) {
    try body(log)
    return Int32(log.answer.count)
  } catch {
    log.answer.removeAll()
    log.answer.text(error.code)
    log.answer.text(error.message)
    return -Int32(log.answer.count)
  }
}

/// Returns the address of the answer.
@_expose(wasm, "retrace_answer") @_cdecl("retrace_answer")
func retrace_answer() -> UnsafeRawPointer? {
  unsafe log.answer.address
}

@_expose(wasm, "retrace_append") @_cdecl("retrace_append")
func retrace_append(
  _ bytes: UnsafePointer<UInt8>, _ count: Int32, _ following: Int32
) -> Int32 {
  call { (log) throws(Failure) in
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    try log.append(unsafe chunk.bytes, following: Int(following))
  }
}

@_expose(wasm, "retrace_fold") @_cdecl("retrace_fold")
func retrace_fold(_ limit: Int32) -> Int32 {
  call { log in log.fold(atMost: limit) }
}

/// Answers with a list of a moment.
@_expose(wasm, "retrace_list") @_cdecl("retrace_list")
func retrace_list(_ list: Int32, _ event: Int32) -> Int32 {
  call { (log) throws(Failure) in
    try log.show(event)
    switch list {
    case 0: log.listWindows()
    case 1: log.listTabs()
    case 2: log.listGroups()
    case 3: log.listClosed()
    case 4: log.listBookmarks()
    case 5: log.listZooms()
    case 6: log.listSettings()
    default: throw .badArguments()
    }
  }
}

/// Answers with the entries of a tab, or the text of its address field.
@_expose(wasm, "retrace_tab") @_cdecl("retrace_tab")
func retrace_tab(_ property: Int32, _ event: Int32, _ tab: Int32) -> Int32 {
  call { (log) throws(Failure) in
    let tab = try log.showTab(tab, at: event)
    switch property {
    case 0: log.listEntries(of: tab)
    case 1: log.answer.text(log.shown.browser.address(of: tab, text: log.events))
    default: throw .badArguments()
    }
  }
}

/// Answers with a text of an event.
@_expose(wasm, "retrace_text") @_cdecl("retrace_text")
func retrace_text(_ field: Int32, _ event: Int32) -> Int32 {
  call { (log) throws(Failure) in
    guard let raw = UInt8(exactly: field), let field = TextField(rawValue: raw) else {
      throw .badArguments()
    }
    log.answer.text(log.events.text(field, of: EventID(event)))
  }
}

@_expose(wasm, "retrace_moments") @_cdecl("retrace_moments")
func retrace_moments(_ event: Int32) -> Int32 {
  call { log in log.listMoments(after: EventID(max(event, 0))) }
}

@_expose(wasm, "retrace_events") @_cdecl("retrace_events")
func retrace_events(_ first: Int32, _ last: Int32) -> Int32 {
  call { log in
    let last = min(EventID(last), log.timeline.position)
    log.listEvents(from: EventID(max(first, 1)), through: last)
  }
}

/// Answers with the events that explain the present state of a tab, window, group or bookmark.
@_expose(wasm, "retrace_why") @_cdecl("retrace_why")
func retrace_why(_ kind: Int32, _ id: Int32) -> Int32 {
  call { (log) throws(Failure) in
    let event = EventID(id)
    guard id > 0, event <= log.timeline.position else { throw .noSuchEvent() }
    switch kind {
    case 0: log.listReasons(of: .tab(TabID(event)))
    case 1: log.listReasons(of: .window(WindowID(event)))
    case 2: log.listReasons(of: .group(GroupID(event)))
    case 3: log.listReasons(of: .bookmark(BookmarkID(event)))
    default: throw .badArguments()
    }
  }
}

@_expose(wasm, "retrace_changes") @_cdecl("retrace_changes")
func retrace_changes(_ from: Int32, _ to: Int32) -> Int32 {
  call { (log) throws(Failure) in try log.listChanges(from: from, to: to) }
}

@_expose(wasm, "retrace_records") @_cdecl("retrace_records")
func retrace_records(_ first: Int32, _ last: Int32) -> Int32 {
  call { log in log.listRecords(from: first, through: last) }
}

/// Sets the actions that the hypothetical present leaves out: numbers of four bytes. A list of the
/// moment −2 shows the hypothetical present.
@_expose(wasm, "retrace_skip") @_cdecl("retrace_skip")
func retrace_skip(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  call { log in
    let actions = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    log.skip(unsafe actions.bytes)
  }
}
