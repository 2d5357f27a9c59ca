extension Decider {
  mutating func set<Source: TextSource & ~Copyable>(
    _ name: Settings.Name, _ value: String?, text source: borrowing Source
  ) throws(Refusal) {
    var body = SettingChanged()
    body.name = name
    if let value {
      guard browser.value(of: name, text: source) != value else {
        throw Refusal(.nothingToDo, "The setting has that value already.")
      }
      body.number = try number(name, value)
      body.value = try text(value)
    } else if !browser.settings.source(of: name).exists {
      throw Refusal(.nothingToDo, "The setting has its default already.")
    }
    append(.setting(body))
  }

  /// Checks a value, and gives it as a number where the setting is one.
  private func number(_ name: Settings.Name, _ value: String) throws(Refusal) -> Int32 {
    switch name {
    case .historyLimit:
      guard let number = Int32(value), (1...Int32(Settings.largestHistoryLimit)).contains(number)
      else { throw Refusal(.invalidValue, "The history limit is a number from 1 to 1000.") }
      return number
    case .zoomLadder:
      guard ZoomLevel.parseLadder(value) != nil else {
        throw Refusal(
          .invalidValue, "The zoom ladder is a rising list of percentages from 25 to 500.")
      }
    case .searchTemplate:
      guard containsSearchTerms(value) else {
        throw Refusal(.invalidValue, "A search template is a URL with {searchTerms} in it.")
      }
    case .searchEngines:
      // What engines are is known where addresses are.
      guard !value.isEmpty else {
        throw Refusal(.invalidValue, "Search engines are written as KEYWORD=TEMPLATE.")
      }
    case .homePage:
      guard !value.isEmpty else { throw Refusal(.invalidValue, "The home page is a URL.") }
    }
    return 0
  }

  /// In whatever case, and with the mark of what is optional: `{searchTerms?}`.
  private func containsSearchTerms(_ template: String) -> Bool {
    let wanted = Array("{searchterms".utf8)
    let bytes = template.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return bytes.indices.contains { start in
      guard bytes[start...].starts(with: wanted) else { return false }
      var end = bytes[(start + wanted.count)...]
      if end.first == UInt8(ascii: "?") { end = end.dropFirst() }
      return end.first == UInt8(ascii: "}") && wanted.count + 1 < bytes.count
    }
  }

  mutating func openSession(_ frontEnd: String) throws(Refusal) {
    var body = SessionOpened()
    body.frontEnd = try text(frontEnd)
    append(.session(.opened(body)))
  }
}
