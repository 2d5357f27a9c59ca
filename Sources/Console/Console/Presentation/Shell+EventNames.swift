internal import BrowserModel
internal import Store

extension Shell {
  /// What a person calls the thing that a field refers to: a tab as it is now, an entry, a bookmark,
  /// a group, a site. Nil for what has no words, such as a window.
  func name(of field: EventField, _ words: LogText) -> VisibleText? {
    let id = field.reference
    let browser = browser(of: id)
    // A tab and its first entry have the same id.
    if field.isTab, let tab = browser.tab(id) ?? browser.closedTab(id) {
      return label(of: tab, words)
    }
    for kind in [TextField.title, .url, .host, .name] {
      if let text = words.text(kind, of: id), !text.isEmpty { return VisibleText(text) }
    }
    guard field.isEntry else { return nil }
    // A tab that was opened on the start page may show another page in that place.
    let tab = browser.tab(id) ?? browser.closedTab(id)
    if let row = tab?.rows.first(where: { $0.entry == id }), row.content != id {
      let url = browser.url(of: row, text: words)
      return url == Destination.startPage ? "Start page" : VisibleText(url)
    }
    // A page that was forgotten has an empty URL, the start page has none.
    return words.text(.url, of: id) == "" ? "forgotten" : "Start page"
  }

  /// The same in a list of events, which may be long past: what a tab shows now may be another page.
  func pastName(of field: EventField, _ words: LogText) -> VisibleText? {
    guard field.isTab, let name = name(of: field, words) else { return name(of: field, words) }
    let isOpen = browser(of: field.reference).tab(field.reference) != nil
    return isOpen ? past == nil ? "(now \(name))" : "(then \(name))" : "(last \(name))"
  }
}
