package import BrowserModel
internal import CommandKit
internal import RetraceStore

/// Resolves typed references: a position as shown in lists, an id, or words.
extension CommandContext {
  /// Returns the tab that a reference specifies. The default is the active tab.
  func tab(_ reference: Reference?) throws -> Tab {
    switch reference {
    case nil:
      guard let tab = activeTab else {
        throw CommandError("emptyBrowser", "No tab is open; “open” or “go” opens one.")
      }
      return tab
    case .position(let position):
      return try tab(at: position, inWindow: nil)
    case .place(let window, let position):
      return try tab(at: position, inWindow: window)
    case .id(let id):
      guard let known = TabID(id: id), let tab = self.browser(of: known).tab(known)
      else { throw CommandError("noSuchTab", "There is no open tab #\(id).") }
      return tab
    case .words(let text):
      let id = try read { searchOfTabs(text, $0) }.onlyMatch()
      return try tab(.id(Int64(id.rawValue)))
    }
  }

  /// Returns the tab that a command changes: the specified tab, or the active tab.
  /// - Throws: `missingArgument` if a program does not specify a tab, because the user may select
  ///   another tab before the program's request arrives.
  func tabToChange(
    _ reference: Reference?, argument: String = "tab"
  ) throws -> Tab {
    if isServed, reference == nil { throw Self.missing(argument, like: "the id of a tab") }
    return try tab(reference)
  }

  /// Returns the window that a command changes: the specified window, or the focused window.
  /// - Throws: As ``tabToChange(_:argument:)``.
  func windowToChange(_ reference: Reference?) throws -> Window {
    if isServed, reference == nil { throw Self.missing("window", like: "the id of a window") }
    return try window(reference)
  }

  private static func missing(_ argument: String, like value: String) -> CommandError {
    CommandError(
      "missingArgument", "This command needs “\(argument)”, such as \(value).", status: .usage)
  }

  /// Returns the tabs that references specify. The default is the active tab, except for programs,
  /// which must specify the tabs.
  func tabs(
    _ references: [Reference], argument: String = "tabs"
  ) throws -> [Tab] {
    if references.isEmpty { return [try tabToChange(nil, argument: argument)] }
    if references.count == 1, let failure = try unquotedNamesError(references[0]) { throw failure }
    var tabs: [Tab] = []
    for reference in references {
      let tab = try tab(reference)
      if !tabs.contains(where: { $0.id == tab.id }) { tabs.append(tab) }
    }
    return tabs
  }

  /// Returns the tabs that the option `--tab` specifies, or the active tab.
  func tabs(ofOption arguments: Arguments) throws -> [Tab] {
    let references = arguments.references("tab")
    return references.isEmpty ? [try tab(nil)] : try tabs(references)
  }

  /// Returns all open tabs that match the words of references, and the tabs that other references
  /// specify.
  func allTabs(_ references: [Reference]) throws -> [Tab] {
    var tabs: [Tab] = []
    for reference in references {
      var found: [Tab] = []
      if case .words(let text) = reference {
        let search = try read { searchOfTabs(text, $0) }
        guard !search.found.isEmpty else { throw search.noMatch }
        found = search.found.compactMap { thing in
          browser(of: thing.id).tab(TabID(thing.id))
        }
      } else {
        found = [try tab(reference)]
      }
      for tab in found where !tabs.contains(where: { $0.id == tab.id }) { tabs.append(tab) }
    }
    return tabs
  }

  /// Returns the tabs specified for a command. With --all, returns all tabs that match the words.
  func tabs(_ arguments: Arguments, _ name: String) throws -> [Tab] {
    let references = arguments.references(name)
    guard arguments.has("all") else { return try tabs(references, argument: name) }
    guard references.contains(where: { if case .words = $0 { true } else { false } }) else {
      throw CommandError(
        "missingArgument", "--all needs words from the titles, URLs or groups of the tabs.",
        status: .usage)
    }
    return try allTabs(references)
  }

  /// Returns the error if several words were read as one name that matches no tab, although each
  /// word matches a tab by itself. Otherwise returns nil.
  private func unquotedNamesError(
    _ reference: Reference
  ) throws -> CommandError? {
    guard case .words(let text) = reference else { return nil }
    let names = text.split(separator: " ").map(String.init)
    guard names.count > 1 else { return nil }
    let areNames = try read { words in
      searchOfTabs(text, words).found.isEmpty
        && names.allSatisfy { !searchOfTabs($0, words).found.isEmpty }
    }
    guard areNames else { return nil }
    let quoted = names.map { "\"\($0)\"" }.joined(separator: " ")
    return CommandError(
      "noSuchTab", "No open tab has “\(text)”. To name several tabs, quote each name: \(quoted)")
  }

  /// Returns an open tab, or a closed tab specified by its id or by words that no open tab matches.
  func openOrClosedTab(_ reference: Reference?) throws -> Tab {
    var reference = reference
    if case .words(let text)? = reference {
      let search = try read { words in
        let open = searchOfTabs(text, words)
        return open.found.isEmpty ? searchOfClosedTabs(open, words) : open
      }
      reference = .id(Int64(try search.onlyMatch().rawValue))
    }
    if case .id(let id)? = reference, let id = TabID(id: id),
      browser(of: id).tab(id) == nil, let closed = browser(of: id).closedTab(id)
    {
      return closed
    }
    return try tab(reference)
  }

  /// Returns a tab that existed at any time, by position, id or words.
  func loggedTab(_ reference: Reference) throws -> TabID {
    if case .id(let id) = reference, let tab = TabID(id: id) { return tab }
    return try openOrClosedTab(reference).id
  }

  private func tab(
    at position: Int, inWindow number: Int?
  ) throws -> Tab {
    let id = try row(ofWindow: number).tab(at: position)
    guard let tab = browser(of: id).tab(id) else {
      let name = number.map { "\($0):\(position)" } ?? "\(position)"
      throw CommandError("noSuchTab", "Tab \(name) of this line is already closed.")
    }
    return tab
  }

  /// Returns the window that a reference specifies. The default is the focused window.
  func window(_ reference: Reference?) throws -> Window {
    switch reference {
    case nil:
      guard let window = browser.window(browser.focusedWindow) else {
        throw CommandError("emptyBrowser", "No window is open; “window new” opens one.")
      }
      return window
    case .position(let position), .place(let position, _):
      return try window(at: position)
    case .id(let id):
      guard let known = WindowID(id: id), let window = browser(of: known).window(known)
      else { throw CommandError("noSuchWindow", "There is no open window #\(id).") }
      return window
    case .words(let text):
      let id = try read { searchOfWindows(text, $0) }.onlyMatch()
      return try window(.id(Int64(id.rawValue)))
    }
  }

  /// Returns a group of the focused log, by its position in `groups`, its id or its title.
  func group(_ reference: Reference) throws -> TabGroup {
    switch reference {
    case .position(let position), .place(let position, _):
      return try browser.groups.element(at: position, "group", ifNone: "No groups.")
    case .id(let id):
      guard let known = GroupID(id: id), let group = browser(of: known).group(known)
      else { throw CommandError("noSuchGroup", "There is no group #\(id).") }
      return group
    case .words(let text):
      let id = try read { searchOfGroups(text, $0) }.onlyMatch()
      return try group(.id(Int64(id.rawValue)))
    }
  }

  /// Returns the tabs of a group if its title is the only reference. Returns an empty array if
  /// there is no such group.
  func tabs(ofGroupCalled references: [Reference]) throws -> [Tab] {
    guard references.count == 1, case .words(let title) = references[0] else { return [] }
    let named = try read { words in
      browser.groups.filter { browser.title(of: $0, text: words) == title }
    }
    guard named.count == 1, let group = named.first else { return [] }
    return browser.tabs.filter { $0.group == group.id }
  }

  /// Returns a bookmark, by its position in `bookmarks`, its id or words.
  /// - Parameter kind: The kind that words can match, or nil for bookmarks and folders.
  func bookmark(
    _ reference: Reference, of kind: Bookmark.Kind? = nil
  ) throws -> Bookmark {
    let bookmarks = try readState().library.bookmarks
    switch reference {
    case .position(let position), .place(let position, _):
      return try bookmarks.all.element(at: position, "bookmark", ifNone: "No bookmarks.")
    case .id(let id):
      guard let known = BookmarkID(id: id), let bookmark = bookmarks[known] else {
        throw CommandError("noSuchBookmark", "There is no bookmark #\(id).")
      }
      return bookmark
    case .words(let text):
      let id = try read { NameSearch(text, in: bookmarks, of: kind, $0) }.onlyMatch()
      return try bookmark(.id(Int64(id.rawValue)))
    }
  }

  /// Returns the position of a tab in its window, from 1.
  package func position(of tab: Tab) -> Int {
    let window = browser(of: tab.id).window(tab.window)
    return (window?.tabs.firstIndex(of: tab.id) ?? 0) + 1
  }

  /// The active tab, or nil in an empty browser.
  package var activeTab: Tab? {
    let browser = browser
    return browser.window(browser.focusedWindow).flatMap { browser.tab($0.activeTab) }
  }
}

extension EventReference {
  /// Creates a reference from a typed id, or returns nil if the id is out of range.
  package init?(id: Int64) {
    guard let value = Int32(exactly: id), value != 0 else { return nil }
    self.init(value)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the element at a typed position, counted from 1.
  func element(
    at position: Int, _ name: String, ifNone: String
  ) throws -> Element {
    guard indices.contains(position - 1) else {
      throw CommandError(
        "outOfRange",
        isEmpty
          ? ifNone
          : "There is no \(name) \(position): "
            + "\(count == 1 ? "there is only 1" : "they are numbered 1 to \(count)")."
      )
    }
    return self[position - 1]
  }
}
