import BrowserModel
import TestSupport
import Testing

/// A window of named tabs that is read from and converted to a line of text.
///
/// Each word is a tab, from left to right: `A*` is active, `Ap` is pinned, `A<B` was opened by B
/// and belongs to its opener group, and `A(g)` is in group g. Tab A shows `http://A.example/`. A
/// tab at the start page is called `new`. If a name is already used, an apostrophe is appended:
/// `A'`.
struct Scene {
  private(set) var driver: ModelDriver
  private var names: [TabID: String] = [:]

  init(_ strip: String, isPrivate: Bool = false) throws {
    driver = ModelDriver(isPrivate: isPrivate)
    let words = strip.split(separator: " ").map { Word($0) }
    var opened: [String] = []
    while opened.count < words.count {
      for word in words where !opened.contains(word.name) {
        guard word.parent.map({ opened.contains($0) }) ?? true else { continue }
        let earlier = words.prefix { $0.name != word.name }.filter { opened.contains($0.name) }
        try open(word, at: earlier.count)
        opened.append(word.name)
      }
    }
    for word in words where word.isPinned { try perform(.pin(tab(word.name), true)) }
    for group in Set(words.compactMap(\.group)) {
      let members = words.filter { $0.group == group }.map { tab($0.name) }
      try perform(.group(members, title: group))
    }
    if let active = words.first(where: \.isActive) {
      try perform(.select(tab(active.name), byUser: false))
    }
  }

  private mutating func open(_ word: Word, at index: Int) throws {
    try perform(
      .open(
        OpenTab(
          Destination("http://\(word.name).example/"), place: .index(index), isSelected: false,
          opener: word.parent.map { tab($0) })))
  }

  var browser: Browser { driver.browser }

  @discardableResult
  mutating func perform(_ action: Action) throws(Refusal) -> [Event] {
    let events = try driver.perform(action)
    for event in events {
      switch event.body {
      case .tab(.opened), .tab(.duplicated): name(TabID(event.sequence))
      default: break
      }
    }
    return events
  }

  /// The refusal of an action. Nil if the action is allowed.
  func refusal(of action: Action) -> Refusal? {
    do throws(Refusal) {
      try driver.state.refusal(of: action, text: driver.log)
      return nil
    } catch {
      return error
    }
  }

  /// Undoes the newest batch.
  mutating func undo() { driver.undo() }

  /// Appends an event, even if it does not fit the state.
  @discardableResult
  mutating func append(_ body: Body) -> EventID {
    var draft = Draft()
    draft.append(body)
    return driver.append(draft)[0].sequence
  }

  /// The tab with a name, whether it is open or not. The id is zero if there has never been such a
  /// tab.
  func tab(_ name: String) -> TabID {
    names.first { $0.value == name }?.key ?? .nothing
  }

  func group(_ title: String) -> GroupID {
    browser.groups.first { browser.title(of: $0, text: driver.log) == title }?.id ?? .nothing
  }

  /// The focused window as a line.
  var strip: String { strip(ofWindow: browser.focusedWindow) }

  /// All windows, separated by a bar. The oldest comes first.
  var strips: String {
    browser.windowOrder.map { strip(ofWindow: $0) }.joined(separator: " | ")
  }

  private func strip(ofWindow id: WindowID) -> String {
    guard let window = browser.window(id) else { return "" }
    return window.tabs.compactMap { browser.tab($0) }.map { tab in
      let parent = tab.openerGroupParent
      let group = browser.group(tab.group).map { browser.title(of: $0, text: driver.log) }
      let opener = parent.map { "<" + (names[$0] ?? "?") } ?? ""
      let marks = (window.activeTab == tab.id ? "*" : "") + (tab.isPinned ? "p" : "")
      return (names[tab.id] ?? "?") + marks + opener + (group.map { "(\($0))" } ?? "")
    }.joined(separator: " ")
  }

  private mutating func name(_ id: TabID) {
    guard let tab = browser.tab(id) else { return }
    let url = browser.url(of: tab, text: driver.log)
    let host = BrowserModel.host(ofURL: url).map { String($0.prefix { $0 != "." }) }
    var name = host ?? "new"
    while names.values.contains(name) { name += "'" }
    names[id] = name
  }

  private struct Word {
    let name: String
    let parent: String?
    let group: String?
    let isActive: Bool
    let isPinned: Bool

    init(_ word: Substring) {
      let parts = word.split(separator: "(")
      group = parts.count > 1 ? String(parts[1].dropLast()) : nil
      let links = parts[0].split(separator: "<")
      parent = links.count > 1 ? String(links[1]) : nil
      let marks = links[0].drop { $0 != "*" && $0 != "p" }
      isActive = marks.contains("*")
      isPinned = marks.contains("p")
      name = String(links[0].dropLast(marks.count))
    }
  }
}

extension Destination {
  /// A page whose tab has the name.
  static func named(_ name: String, _ transition: Transition = .link) -> Destination {
    Destination("http://\(name).example/", transition: transition)
  }
}
