internal import BrowserModel
internal import Catalogue
internal import Notation
internal import RetraceStore
internal import Server

/// The conditions of the tool `tabs`.
struct TabFilter {
  private let words: [SearchPattern]
  private let window: WindowID?
  private let group: GroupID?
  private let site: String?
  private let onlyPinned: Bool
  private let onlyDuplicates: Bool
  private let unusedSince: Timestamp?

  init(_ arguments: ToolArguments, in session: AgentSession) throws {
    words = [SearchPattern](wordsOf: try arguments.text("words") ?? "")
    window = try arguments.id("window").map { WindowID(Int32($0)) }
    group = try arguments.id("group").map { GroupID(Int32($0)) }
    site = try arguments.text("site").map { $0.lowercased() }
    let only = try arguments.choice("only")
    onlyPinned = only == "pinned"
    onlyDuplicates = only == "duplicate"
    if let moment = try arguments.moment("unused_since") {
      let point = try AgentSession.point(moment)
      unusedSince = try session.client.read { context in try context.timestamp(of: point) }
    } else {
      unusedSince = nil
    }
  }

  /// Returns the matching tabs, window by window.
  func tabs(_ browser: Browser, _ texts: LogText) throws -> [TabID] {
    if let window, browser.window(window) == nil {
      throw ToolFault("There is no open window #\(window.rawValue).")
    }
    if let group, browser.group(group) == nil {
      throw ToolFault("There is no group #\(group.rawValue).")
    }
    var found: [TabID] = []
    for open in browser.windows where window == nil || open.id == window {
      found += open.tabs.filter { matches($0, browser, texts) }
    }
    return onlyDuplicates ? duplicates(among: found, browser, texts) : found
  }

  private func matches(_ id: TabID, _ browser: Browser, _ texts: LogText) -> Bool {
    if let group, browser.group(of: id)?.id != group { return false }
    guard words.isEmpty || texts.names(of: id, in: browser, contain: words) else { return false }
    if let site {
      guard let host = host(ofURL: texts.names(of: id, in: browser).url) else { return false }
      guard host == site || host.hasSuffix("." + site) else { return false }
    }
    guard onlyPinned || unusedSince != nil else { return true }
    guard let tab = browser.tab(id) else { return false }
    if onlyPinned, !tab.isPinned { return false }
    if let unusedSince {
      guard let used = TabUse(tab, texts).lastUsed, used < unusedSince else { return false }
    }
    return true
  }

  private func duplicates(
    among tabs: [TabID], _ browser: Browser, _ texts: LogText
  ) -> [TabID] {
    let urls = tabs.map { texts.names(of: $0, in: browser).url }
    var counts: [String: Int] = [:]
    for url in urls { counts[url, default: 0] += 1 }
    return zip(tabs, urls).filter { counts[$1, default: 0] > 1 }.map { $0.0 }
  }
}
