// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import BrowserModel
public import CRetrace
internal import Catalogue
internal import RetraceSessions
internal import Server

@c @implementation
public func retrace_at(
  _ store: retrace_handle, _ point: UnsafePointer<CChar>?, _ length: Int,
  _ moment: UnsafeMutablePointer<retrace_handle>?
) -> CInt {
  let point = unsafe PassedText(point, length, "point")
  unsafe deliver(0, to: moment)
  return call {
    guard unsafe moment != nil else {
      throw CommandError(
        .badArguments, "“moment” is NULL, so the opened moment could never be closed.")
    }
    let store = try Handles.all.store(store)
    let text = try point.text()
    let handle = try store.use { client in
      let timeline = try client.timeline(at: text)
      let session = try client.store.session(of: timeline)
      return Handles.all.add(.moment(OpenMoment(session, of: store)))
    }
    unsafe deliver(handle, to: moment)
  }
}

@c @implementation
public func retrace_sequence(
  _ handle: retrace_handle, _ sequence: UnsafeMutablePointer<Int64>?
) -> CInt {
  unsafe deliver(0, to: sequence)
  return look(handle) { session in
    unsafe deliver(Int64(session.sequence.rawValue), to: sequence)
  }
}

@c @implementation
public func retrace_tab_count(
  _ handle: retrace_handle, _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliver(0, to: count)
  return look(handle) { session in
    unsafe deliver(session.state.browser.tabCount, to: count)
  }
}

@c @implementation
public func retrace_active_tab(
  _ handle: retrace_handle, _ tab: UnsafeMutablePointer<Int64>?
) -> CInt {
  unsafe deliver(0, to: tab)
  return look(handle) { session in
    let browser = session.state.browser
    let active = browser.window(browser.focusedWindow)?.activeTab
    unsafe deliver(Int64(active?.rawValue ?? 0), to: tab)
  }
}

@c @implementation
public func retrace_tab_title(
  _ handle: retrace_handle, _ tab: Int64, _ title: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliverText(of: tab, handle, title, length) { $0.title }
}

@c @implementation
public func retrace_tab_url(
  _ handle: retrace_handle, _ tab: Int64, _ url: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliverText(of: tab, handle, url, length) { $0.url }
}

@c @implementation
public func retrace_tabs(
  _ handle: retrace_handle, _ tabs: UnsafeMutablePointer<UnsafePointer<retrace_tab>?>?,
  _ count: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliver(nil, to: tabs)
  unsafe deliver(0, to: count)
  return look(handle) { session in
    let all = try session.tabs
    let focused = session.state.browser.focusedWindow
    let records = unsafe ThreadResults.current.deliver(all, texts: { [$0.title, $0.url] }) {
      tab, kept in
      unsafe retrace_tab(
        id: Int64(tab.id.rawValue), window: Int64(tab.window.rawValue),
        group: Int64(tab.group?.rawValue ?? 0), title: kept[0].start, title_length: kept[0].length,
        url: kept[1].start, url_length: kept[1].length,
        flags: tab.flags | (tab.window == focused ? RETRACE_FOCUSED : 0))
    }
    unsafe deliver(records, to: tabs)
    unsafe deliver(all.count, to: count)
  }
}

@c @implementation
public func retrace_entries(
  _ handle: retrace_handle, _ tab: Int64,
  _ entries: UnsafeMutablePointer<UnsafePointer<retrace_entry>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ current: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliver(nil, to: entries)
  unsafe deliver(0, to: count)
  unsafe deliver(0, to: current)
  return look(handle) { session in
    let id = try TabID(passed: tab)
    guard session.state.browser.tab(id) != nil else { throw CommandError.noSuchTab(tab) }
    let all = try session.entries(of: id)
    let records = unsafe ThreadResults.current.deliver(
      all, texts: { [$0.page.title, $0.page.url] }
    ) {
      entry, kept in
      unsafe retrace_entry(
        id: Int64(entry.id.rawValue), title: kept[0].start, title_length: kept[0].length,
        url: kept[1].start, url_length: kept[1].length,
        flags: entry.page.flags | (entry.isCurrent ? RETRACE_ACTIVE : 0))
    }
    unsafe deliver(records, to: entries)
    unsafe deliver(all.count, to: count)
    unsafe deliver(all.firstIndex { $0.isCurrent } ?? 0, to: current)
  }
}

/// Runs the body of a call that reads the present of a store, or a moment. The calls of one store
/// run one at a time, so no call reads a store that is being closed.
private func look(
  _ handle: retrace_handle, _ body: (Session) throws -> Void
) -> CInt {
  call {
    let handled = try Handles.all[handle]
    try handled.store.use { client in
      switch handled {
      case .moment(let moment):
        guard let session = moment.session else { throw CommandError.badHandle }
        try body(session)
      case .store:
        try body(try client.store.session)
      }
    }
  }
}

/// Runs a call that returns a text of a tab.
private func deliverText(
  of id: Int64, _ handle: retrace_handle, _ place: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?, _ text: (Session.Tab) -> String?
) -> CInt {
  unsafe deliver(nil, to: place, length)
  return look(handle) { session in
    let tabID = try TabID(passed: id)
    let tab = try session.tab(tabID)
    guard let tab else { throw CommandError.noSuchTab(id) }
    unsafe deliver(text(tab).map { Array($0.utf8) }, to: place, length)
  }
}

extension Session.Tab {
  /// The properties of the tab as flags of retrace.h.
  fileprivate var flags: UInt32 {
    var flags = page.flags
    if isActive { flags |= RETRACE_ACTIVE }
    if isPinned { flags |= RETRACE_PINNED }
    if isMuted { flags |= RETRACE_MUTED }
    if canGoBack { flags |= RETRACE_CAN_GO_BACK }
    if canGoForward { flags |= RETRACE_CAN_GO_FORWARD }
    switch status {
    case .complete: break
    case .loading: flags |= RETRACE_LOADING
    case .failed: flags |= RETRACE_FAILED
    case .discarded: flags |= RETRACE_DISCARDED
    }
    return flags
  }
}

extension Session.Page {
  fileprivate var flags: UInt32 {
    switch missingReason {
    case nil: 0
    case .forgotten: RETRACE_FORGOTTEN
    case .damaged: RETRACE_DAMAGED
    }
  }
}
