// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BrowserModel
import RetraceTimeline

// The calls of the module that also performs actions. Arguments are passed as bytes, which
// `RequestReader` reads.

/// Performs actions as one batch. Answers with the first and the newest event, and the first tab
/// that was opened.
@_expose(wasm, "retrace_perform") @_cdecl("retrace_perform")
func retrace_perform(
  _ bytes: UnsafePointer<UInt8>, _ count: Int32, _ milliseconds: Double
) -> Int32 {
  call { (log) throws(Failure) in
    let request = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    var reader = RequestReader(unsafe request.bytes)
    let author = try Author(&reader, milliseconds: milliseconds)
    let actionCount = reader.count()
    let written = try log.perform(actionCount, &reader, by: author)
    var opened = EventID.nothing
    if let written {
      log.events.visitEvents(
        from: written.first, through: written.last, backwards: false, damaged: { _ in },
        { event, _ in
          if case .tab(.opened) = event.body { opened = event.sequence }
          return !opened.exists
        })
    }
    log.answer.number(written?.first)
    log.answer.number(written?.last)
    log.answer.number(opened)
  }
}

/// Undoes or redoes actions. Answers with the number of actions, the actions, and each kept
/// action with the event that needs it.
@_expose(wasm, "retrace_turn") @_cdecl("retrace_turn")
func retrace_turn(
  _ bytes: UnsafePointer<UInt8>, _ count: Int32, _ milliseconds: Double
) -> Int32 {
  call { (log) throws(Failure) in
    let request = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    var reader = RequestReader(unsafe request.bytes)
    let author = try Author(&reader, milliseconds: milliseconds)
    let (isUndo, includesLater) = (reader.flag(), reader.flag())
    let (newest, named) = (reader.int(), reader.ids(EventID.self))
    try reader.finish()
    let turned = try log.turn(
      named.isEmpty ? .newest(max(newest, 0)) : .events(named), isUndo: isUndo,
      includingLater: includesLater, by: author)
    log.answer.number(turned.batches.count)
    for batch in turned.batches { log.answer.number(batch) }
    for kept in turned.kept {
      log.answer.number(kept.batch)
      log.answer.number(kept.reason)
    }
  }
}

/// Answers with the next actions to undo and to redo, or 0, as two numbers.
@_expose(wasm, "retrace_turnable") @_cdecl("retrace_turnable")
func retrace_turnable() -> Int32 {
  call { log in
    log.answer.number(log.timeline.batchToUndo(log.events))
    log.answer.number(log.timeline.batchToRedo(log.events))
  }
}

/// Answers with the destination of typed text.
@_expose(wasm, "retrace_resolve") @_cdecl("retrace_resolve")
func retrace_resolve(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  call { (log) throws(Failure) in
    let request = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    let found = try log.destination(ofTyped: (unsafe request.bytes).text)
    log.answer.text(found.url)
    log.answer.text(found.searchWords)
    log.answer.text(found.reason)
  }
}

/// Answers with a state as bytes, as in a checkpoint.
@_expose(wasm, "retrace_snapshot") @_cdecl("retrace_snapshot")
func retrace_snapshot(_ event: Int32, _ isOfLibrary: Int32) -> Int32 {
  call { (log) throws(Failure) in
    try log.show(event)
    log.answer.append(
      isOfLibrary == 0
        ? log.shown.browser.snapshot() : log.shown.readLibrary(log.events).snapshot())
  }
}
