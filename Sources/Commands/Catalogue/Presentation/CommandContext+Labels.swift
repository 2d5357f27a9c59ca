internal import BrowserModel
package import CommandKit
package import RetraceStore

/// Labels of tabs, pages and other things that events refer to, for the user.
extension CommandContext {
  /// Returns the state shown, together with the texts of the log.
  func shown(_ words: LogText) -> ShownState { ShownState(context: self, words: words) }

  /// Returns a text with signs that the terminal can show.
  package func signs(_ text: SafeText) -> SafeText {
    presentation.art == .ascii ? text.withASCIISigns : text
  }

  /// Returns the label of a tab: its title, otherwise its URL.
  func label(of tab: Tab, _ words: LogText) -> SafeText {
    label(of: tab, in: browser(of: tab.id), words)
  }

  func label(of tab: Tab, in browser: Browser, _ words: LogText) -> SafeText {
    let title = browser.title(of: tab, text: words)
    let url = browser.url(of: tab, text: words)
    return label(title: title, url: url)
  }

  /// Returns the label of a page.
  func label(title: String, url: String) -> SafeText {
    if url == Destination.startPage { return "Start page" }
    return title.isEmpty ? shownURL(url) : "\(title) — \(shownURL(url))"
  }

  /// Returns the line below a truncated list: “20 of 95,232; --limit N shows more”.
  /// - Parameter total: The total number, or nil if it is unknown.
  func cutNote(_ count: Int, of total: Int?, isExact: Bool = true) -> SafeText {
    let whole = total.map { " of \(isExact ? "" : "about ")\($0.grouped)" } ?? " shown"
    return style.apply(.dim, to: SafeText("\(count.grouped)\(whole); --limit N shows more"))
      + "\n"
  }

  /// Returns the label of a tab, read from the log, or its id if it cannot be read.
  func readLabel(of tab: Tab) -> SafeText {
    do {
      return try read { label(of: tab, $0) }
    } catch {
      // The action was performed, so the text must not look like a failure.
      return "#\(tab.id.rawValue)"
    }
  }

  /// Returns a sentence such as “opened tab 3: Example — https://example.com/” or, for a tab in a
  /// window without the focus, “opened tab 2:3: …”.
  ///
  /// - Parameter namesWindow: Whether to include the window even if it has the focus, because the
  ///   command may have just focused it.
  func sentence(_ done: SafeText, _ id: TabID?, namesWindow: Bool = false) -> SafeText {
    guard let id, let tab = browser(of: id).tab(id) else { return done }
    return "\(done) tab \(place(of: tab, namesWindow: namesWindow)): \(readLabel(of: tab))"
  }

  /// Returns a sentence about a moved tab: its new place, and the group that it joined or left.
  func sentence(ofMoving previous: Tab) -> SafeText {
    let moved = sentence("moved", previous.id)
    let browser = browser(of: previous.id)
    guard let tab = browser.tab(previous.id), tab.group != previous.group else { return moved }
    guard let group = browser.group(tab.group) else { return moved + ", out of its group" }
    let title = try? read { words in browser.title(of: group, text: words) }
    guard let title, !title.isEmpty else {
      return moved + ", into the \(SafeText(naming: group.color)) group"
    }
    return moved + ", into the group “\(SafeText(title))”"
  }

  /// Returns the reference to a tab that can be typed: `3`, or `2:3` for the third tab of the
  /// second window.
  func place(of tab: Tab, namesWindow: Bool = false) -> SafeText {
    let windows = windows
    let position = position(of: tab)
    guard windows.count > 1, namesWindow || !hasFocus(tab.window),
      let window = windows.firstIndex(where: { $0.id == tab.window })
    else { return "\(position)" }
    return "\(window + 1):\(position)"
  }

  /// Returns the name that the user sees for the thing that a field refers to: a tab in its current
  /// state, an entry, a bookmark, a group or a site. Returns nil for a thing without a name, such
  /// as a window.
  package func name(of field: EventField, _ words: LogText) -> SafeText? {
    let id = field.reference
    let browser = browser(of: id)
    let tab = browser.tab(TabID(id)) ?? browser.closedTab(TabID(id))
    // A tab and its first entry have the same id.
    if field.isTab, let tab { return label(of: tab, words) }
    for kind in [TextField.title, .url, .host, .name] {
      if let text = words.text(kind, of: id), !text.isEmpty {
        return kind == .url ? shownURL(text) : SafeText(text)
      }
    }
    guard field.isEntry else { return nil }
    // A tab that was opened on the start page may have another page in that entry.
    if let entry = tab?.entries.first(where: { $0.id.event == id }), entry.content != id {
      let url = browser.url(of: entry, text: words)
      return url == Destination.startPage ? "Start page" : shownURL(url)
    }
    // A forgotten page has an empty URL; the start page has no URL.
    return words.text(.url, of: id) == "" ? "forgotten" : "Start page"
  }

  /// Returns a description of an event in a list. The event may be old, and its tab may have shown
  /// another page at that time.
  func sentence(of line: EventLine, _ words: LogText) -> SafeText {
    line.sentence(namesDevice: false) { field in
      guard field.isTab, let name = name(of: field, words) else { return name(of: field, words) }
      let isOpen = browser(of: field.reference).tab(TabID(field.reference)) != nil
      if isOpen { return "a tab that \(past == nil ? "now shows" : "then showed") \(name)" }
      return line.closesTab ? name : "a tab that last showed \(name)"
    }
  }
}
