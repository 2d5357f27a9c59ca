internal import BrowserModel
internal import Store

/// Lines for people.
extension Shell {
  /// Parts of the state in view as JSON, those that need neither bookmarks nor the zoom of sites.
  func json(_ words: LogText) -> StateJSON { json(of: durableSession, words) }

  /// The state in view as JSON, and its parts.
  func json(of durable: Browser, _ words: LogText) -> StateJSON {
    StateJSON(shell: self, durable: durable, words: words)
  }

  /// What names a tab to a person: its title, else its URL.
  func label(of tab: Tab, _ words: LogText) -> VisibleText {
    label(of: tab, in: browser(of: tab.id), words)
  }

  private func label(of tab: Tab, in browser: Browser, _ words: LogText) -> VisibleText {
    let title = browser.title(of: tab, text: words)
    let url = browser.url(of: tab, text: words)
    return label(title: title, url: url)
  }

  /// What names a page.
  func label(title: String, url: String) -> VisibleText {
    if url == Destination.startPage { return "Start page" }
    return title.isEmpty ? VisibleText(url) : "\(title) — \(url)"
  }

  /// The same, read from the log; the id where it cannot be read.
  func readLabel(of tab: Tab) -> VisibleText {
    do throws(CommandFailure) {
      return try read { label(of: tab, $0) }
    } catch {
      // What it is said of has been done: it must not be taken for something that failed.
      return "#\(tab.id.rawValue)"
    }
  }

  /// “opened tab 3: Example — https://example.com/”; in a window without the focus “opened tab #12: …”.
  func sentence(_ done: VisibleText, _ id: TabID?) -> VisibleText {
    guard let id, let tab = browser(of: id).tab(id) else { return done }
    let name: VisibleText = hasFocus(tab.window) ? "\(position(of: tab))" : "#\(id.rawValue)"
    return "\(done) tab \(name): \(readLabel(of: tab))"
  }

  /// Tabs, one a line: mark, position, id, signs, title and URL.
  ///
  /// A position is what can be typed, so tabs of a window without the focus have none.
  ///
  /// - Parameter isWindow: Whether they stand under the name of their window. Its active tab is marked
  ///   then; in other lists that of the focused window alone.
  func table(of tabs: [Tab], isWindow: Bool = false, _ words: LogText) -> Table {
    let (durable, own) = (durableSession, privateBrowser)
    var table = Table([.left, .right, .left, .left, .left])
    for tab in tabs {
      if tab.id.isPrivate {
        table.add(row(of: tab, in: own, isWindow: isWindow, words))
      } else {
        table.add(row(of: tab, in: durable, isWindow: isWindow, words))
      }
    }
    return table
  }

  private func row(
    of tab: Tab, in browser: Browser, isWindow: Bool, _ words: LogText
  ) -> [VisibleText] {
    let isActive =
      (isWindow || hasFocus(tab.window)) && browser.window(tab.window)?.activeTab == tab.id
    let label = label(of: tab, in: browser, words)
    return [
      style.apply(.green, .bold, to: isActive ? "▸" : " "),
      hasFocus(tab.window) ? "\(position(of: tab))" : "",
      style.apply(.dim, to: "#\(tab.id.rawValue)"),
      style.apply(.cyan, to: signs(of: tab, in: browser, words)),
      isActive ? style.apply(.bold, to: label) : label,
    ]
  }

  /// Pinned, muted, group, status: what is not as usual, in words.
  private func signs(of tab: Tab, in browser: Browser, _ words: LogText) -> VisibleText {
    var signs: [VisibleText] = []
    if tab.isPinned { signs.append("pinned") }
    if tab.isMuted { signs.append("muted") }
    if let group = browser.group(tab.group) {
      let title = browser.title(of: group, text: words)
      signs.append(title.isEmpty ? "[\(VisibleText(naming: group.color))]" : "[\(title)]")
    }
    if tab.status != .complete { signs.append(VisibleText(naming: tab.status)) }
    if let reason = tab.failure.flatMap({ words.text(.reason, of: $0) }), !reason.isEmpty {
      signs.append("(\(reason))")
    }
    return signs.joined(separator: " ")
  }

  /// What a person calls the thing that a field refers to: a tab as it is now, an entry, a bookmark,
  /// a group, a site. Nil for what has no words, such as a window.
  func name(of field: EventField, _ words: LogText) -> VisibleText? {
    let id = field.reference
    let browser = browser(of: id)
    let tab = browser.tab(TabID(id)) ?? browser.closedTab(TabID(id))
    // A tab and its first entry have the same id.
    if field.isTab, let tab { return label(of: tab, words) }
    for kind in [TextField.title, .url, .host, .name] {
      if let text = words.text(kind, of: id), !text.isEmpty { return VisibleText(text) }
    }
    guard field.isEntry else { return nil }
    // A tab that was opened on the start page may show another page in that place.
    if let entry = tab?.entries.first(where: { $0.id.event == id }), entry.content != id {
      let url = browser.url(of: entry, text: words)
      return url == Destination.startPage ? "Start page" : VisibleText(url)
    }
    // A page that was forgotten has an empty URL, the start page has none.
    return words.text(.url, of: id) == "" ? "forgotten" : "Start page"
  }

  /// The same in a list of events, which may be long past: what a tab shows now may be another page.
  func pastName(of field: EventField, _ words: LogText) -> VisibleText? {
    guard field.isTab, let name = name(of: field, words) else { return name(of: field, words) }
    let isOpen = browser(of: field.reference).tab(TabID(field.reference)) != nil
    return isOpen ? past == nil ? "(now \(name))" : "(then \(name))" : "(last \(name))"
  }
}
