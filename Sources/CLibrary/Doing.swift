// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import BrowserModel
public import CRetrace
internal import Catalogue
internal import RetraceSessions
internal import RetraceStore
internal import Server

@c @implementation
public func retrace_open_tab(
  _ store: retrace_handle, _ typed: UnsafePointer<CChar>?, _ length: Int,
  _ tab: UnsafeMutablePointer<Int64>?
) -> CInt {
  let typed = unsafe PassedText(typed, length, "typed")
  unsafe deliver(0, to: tab)
  return act(store) { client in
    let typed = try typed.text()
    let commit = try client.perform(.open(OpenTab(try client.destination(typed))))
    unsafe deliver(Int64(commit.openedTab?.rawValue ?? 0), to: tab)
  }
}

@c @implementation
public func retrace_navigate(
  _ store: retrace_handle, _ tab: Int64, _ typed: UnsafePointer<CChar>?, _ length: Int
) -> CInt {
  let typed = unsafe PassedText(typed, length, "typed")
  return act(store) { client in
    let (tab, typed) = (try TabID(passed: tab), try typed.text())
    _ = try client.perform(.go(tab, try client.destination(typed)))
  }
}

@c @implementation
public func retrace_travel(_ store: retrace_handle, _ tab: Int64, _ steps: Int32) -> CInt {
  act(store, tab) { .travel($0, by: Int(steps)) }
}

@c @implementation
public func retrace_select_tab(_ store: retrace_handle, _ tab: Int64) -> CInt {
  act(store, tab) { .select($0) }
}

@c @implementation
public func retrace_close_tab(_ store: retrace_handle, _ tab: Int64) -> CInt {
  act(store, tab) { .closeTabs([$0]) }
}

@c @implementation
public func retrace_report_title(
  _ store: retrace_handle, _ tab: Int64, _ title: UnsafePointer<CChar>?, _ length: Int
) -> CInt {
  let title = unsafe PassedText(title, length, "title")
  return act(store) { client in
    let action = Action.reportTitle(try TabID(passed: tab), try title.text())
    _ = try client.perform(action, by: .page)
  }
}

@c @implementation
public func retrace_undo(_ store: retrace_handle, _ undone: UnsafeMutablePointer<Int64>?) -> CInt {
  unsafe deliver(0, to: undone)
  return act(store) { client in
    let undo = try client.undo()
    unsafe deliver(Int64(undo.batch.rawValue), to: undone)
  }
}

@c @implementation
public func retrace_redo(_ store: retrace_handle, _ redone: UnsafeMutablePointer<Int64>?) -> CInt {
  unsafe deliver(0, to: redone)
  return act(store) { client in
    let redo = try client.undo(isRedo: true)
    unsafe deliver(Int64(redo.batch.rawValue), to: redone)
  }
}

@c @implementation
public func retrace_undo_title(
  _ store: retrace_handle, _ title: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliverUndoTitle(isRedo: false, store, title, length)
}

@c @implementation
public func retrace_redo_title(
  _ store: retrace_handle, _ title: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliverUndoTitle(isRedo: true, store, title, length)
}

@c @implementation
public func retrace_open_session(
  _ store: retrace_handle, _ frontEnd: UnsafePointer<CChar>?, _ length: Int,
  _ flags: UnsafeMutablePointer<UInt32>?, _ suspect: UnsafeMutablePointer<Int64>?
) -> CInt {
  let frontEnd = unsafe PassedText(frontEnd, length, "front_end")
  unsafe deliver(0, to: flags)
  unsafe deliver(0, to: suspect)
  return act(store) { client in
    let session = try client.openSession(try frontEnd.text())
    var found: UInt32 = 0
    if session.hasCrashed { found |= RETRACE_CRASHED }
    if session.isSuspect { found |= RETRACE_SUSPECT }
    unsafe deliver(found, to: flags)
    unsafe deliver(Int64(session.suspectTab?.rawValue ?? 0), to: suspect)
  }
}

@c @implementation
public func retrace_end_session(_ store: retrace_handle) -> CInt {
  act(store) { client in try client.endSession() }
}

private func deliverUndoTitle(
  isRedo: Bool, _ store: retrace_handle, _ title: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliver(nil, to: title, length)
  return act(store) { client in
    let text = client.undoTitle(isRedo: isRedo)
    unsafe deliver(text.map { Array($0.utf8) }, to: title, length)
  }
}

/// Runs the body of a call that changes a store.
private func act(
  _ store: retrace_handle, _ body: (EmbeddedClient) throws -> Void
) -> CInt {
  call { try Handles.all.store(store).use(body) }
}

/// Performs an action on a tab.
private func act(_ store: retrace_handle, _ tab: Int64, _ action: (TabID) -> Action) -> CInt {
  act(store) { client in
    let action = action(try TabID(passed: tab))
    _ = try client.perform(action)
  }
}

extension TabID {
  /// Creates an id from a number passed to a call. It is negative for private tabs.
  init(passed id: Int64) throws {
    guard id != 0, let number = Int32(exactly: id) else { throw CommandError.noSuchTab(id) }
    self.init(EventID(number))
  }
}
