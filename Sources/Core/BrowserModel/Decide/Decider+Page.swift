extension Decider {
  mutating func reportTitle(
    _ id: EventID, content: EventID?, _ title: String
  ) throws(Refusal) {
    var body = PageTitled()
    body.tab = id
    body.content = try self.content(of: id, content)
    body.title = try text(title)
    append(.page(.titled(body)))
  }

  mutating func reportScroll(
    _ id: EventID, content: EventID?, x: Int32, y: Int32
  ) throws(Refusal) {
    var body = PageScrolled()
    body.tab = id
    body.content = try self.content(of: id, content)
    body.x = x
    body.y = y
    append(.page(.scrolled(body)))
  }

  mutating func reportPicture(
    _ id: EventID, content: EventID?, blob: String
  ) throws(Refusal) {
    var body = PagePictured()
    body.tab = id
    body.content = try self.content(of: id, content)
    body.blob = try text(blob)
    append(.page(.pictured(body)))
  }

  mutating func reportActivation(_ id: EventID, content: EventID?) throws(Refusal) {
    var body = PageActivated()
    body.tab = id
    body.content = try self.content(of: id, content)
    append(.page(.activated(body)))
  }

  /// The content that a report is about: the one named, else what the tab shows. A report about one
  /// that is gone is late.
  private func content(of id: EventID, _ named: EventID?) throws(Refusal) -> EventID {
    let tab = try record(id)
    let shown = browser.row(of: tab)?.content
    guard let content = named ?? shown, content == shown || browser.hasContent(content, in: tab)
    else {
      throw Refusal(.noSuchEntry, "The page that this is about is no longer in the tab's history.")
    }
    return content
  }
}
