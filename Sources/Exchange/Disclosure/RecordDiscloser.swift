internal import BrowserModel
internal import Bytes
internal import EventCoding

/// Changes the texts of events before their records are exported. The events fold to the same state
/// as before, except for the texts.
///
/// Use one value for all records of a file, in their order, so that names are consistent.
struct RecordDiscloser {
  private let disclosure: Disclosure
  private var names = InventedNames()
  /// The events with the addresses of search results, whose titles contain the search terms.
  private var searches: Set<EventID> = []
  private var encoder = EventEncoder()

  /// The text that replaces private data.
  static let omitted = "left out"
  /// The Base64 of the text that replaces private data.
  static let omittedBase64 = "bGVmdCBvdXQ="
  /// The part of an address that replaces private data.
  static let omittedPart = "left-out"

  /// The parameters in which search engines receive search terms.
  private static let searchParameters: Set<String> = ["q", "query", "search", "p", "text", "wd"]

  init(_ disclosure: Disclosure) { self.disclosure = disclosure }

  /// Returns the record of an event with changed texts. If the kind of the event is unknown, all its
  /// texts become empty.
  mutating func record(of event: Event, _ words: EventWords) throws -> [UInt8] {
    if case .unknown = event.body {
      guard let record = EventRedactor.redact(words.record, sequence: event.sequence) else {
        throw ExchangeError(.exportFailed, "Event #\(event.sequence.rawValue) is damaged.")
      }
      return record
    }
    var event = event
    var collector = TextCollector()
    event.body.visit(&collector)
    let originals = collector.texts.map { ($0.field, words($0.text)) }
    noteSearch(of: event, originals)
    var bytes: ContiguousArray<UInt8> = []
    func stored(_ text: String) -> Text {
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return Text(start: UInt32(start), count: UInt32(bytes.count - start))
    }
    let texts = originals.map { field, text in
      stored(text.isEmpty ? "" : disclosed(text, field, of: event))
    }
    event.body = TextReplacer.body(event.body, with: texts)
    if disclosure.inventsNames { renameValue(of: &event) }
    func replace(_ text: inout Text, _ change: (String) -> String) {
      guard text.isPresent else { return }
      let original = words(text)
      text = stored(original.isEmpty ? "" : change(original))
    }
    replace(&event.batchKey) { names.name("key", for: $0) }
    replace(&event.batchFingerprint) { names.name("fingerprint", for: $0) }
    replace(&event.agent) { disclosure.inventsNames ? names.name("program", for: $0) : $0 }
    replace(&event.batchName) { disclosure.inventsNames ? names.name("action", for: $0) : $0 }
    encoder.removeAll()
    encoder.encode(event, words: bytes)
    return Array(encoder.bytes)
  }

  /// Returns the text that replaces a text that is not empty.
  private mutating func disclosed(_ text: String, _ field: EventText, of event: Event) -> String {
    let kept = disclosure.omitsPrivateData ? shared(text, field, of: event) : text
    return disclosure.inventsNames ? invented(kept, field, of: event) : kept
  }

  // MARK: Leaving private data out

  private func shared(_ text: String, _ field: EventText, of event: Event) -> String {
    switch field.name {
    case "input", "search_words", "reason", "note": Self.omitted
    case "base64": Self.omittedBase64
    case "value" where field.kind == .valueSet: Self.omitted
    case "url", "redirects": Self.eachLine(text, Self.sharedAddress)
    case "value" where event.setting?.name == .homePage: Self.sharedAddress(text)
    case "title" where isOfSearch(event): Self.omitted
    default: text
    }
  }

  private static func sharedAddress(_ text: String) -> String {
    var address = DividedAddress(text)
    address.user = nil
    if address.query?.isEmpty == false { address.query = omittedPart }
    if address.fragment?.isEmpty == false { address.fragment = omittedPart }
    // These addresses contain text or a script instead of a place.
    if let scheme = address.scheme, ["data", "javascript", "blob"].contains(scheme) {
      address.path = [omittedPart]
    }
    return address.text
  }

  private mutating func noteSearch(of event: Event, _ texts: [(EventText, String)]) {
    let isSearch = texts.contains { field, text in
      switch field.name {
      case "search_words": !text.isEmpty
      case "url": Self.isSearch(text)
      default: false
      }
    }
    if isSearch { searches.insert(event.sequence) }
  }

  private static func isSearch(_ address: String) -> Bool {
    let parts = DividedAddress(address).query?.utf8.split(separator: UInt8(ascii: "&")) ?? []
    return parts.contains { part in
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      return searchParameters.contains(String(decoding: Array(name), as: UTF8.self))
    }
  }

  /// Whether the title in an event is the title of a page with search results.
  private func isOfSearch(_ event: Event) -> Bool {
    switch event.body {
    case .page(.titled(let titled)): searches.contains(titled.content.event)
    case .page(.visited), .bookmark: searches.contains(event.sequence)
    default: false
    }
  }

  // MARK: Inventing names

  private mutating func invented(_ text: String, _ field: EventText, of event: Event) -> String {
    switch (field.name, field.kind) {
    case ("url", _), ("redirects", _): eachLine(text) { $0.address($1) }
    case ("host", _): names.host(text)
    case ("input", _), ("search_words", _): names.name("words", for: text)
    case ("tags", _): eachLine(text) { $0.name("tag", for: $1) }
    case ("blob", _): names.name("picture", for: text)
    case ("base64", _): Base64.encoded(Array(names.name("value", for: text).utf8)[...])
    case ("name", .timeMarked): names.name("mark", for: text)
    case ("name", .timeBranched): names.name("branch", for: text)
    case ("name", .timeProposed): names.name("proposal", for: text)
    case ("name", .deviceJoined): names.name("device", for: text)
    case ("name", .valueSet): event.valueKey.map { valueName($0) } ?? text
    case ("value", .settingChanged): setting(text, event)
    default: names.name(field.name, for: text)
    }
  }

  private mutating func setting(_ text: String, _ event: Event) -> String {
    switch event.setting?.name {
    case .homePage: return names.address(text)
    case .searchTemplate: return names.template(text)
    case .searchEngines:
      var engines: [String] = []
      for engine in text.split(separator: " ") {
        let parts = engine.split(separator: "=", maxSplits: 1)
        let keyword = names.name("keyword", for: String(parts[0]))
        engines.append(parts.count < 2 ? keyword : "\(keyword)=\(names.template(String(parts[1])))")
      }
      return engines.joined(separator: " ")
    // These settings are numbers.
    case .historyLimit, .zoomLadder, .proposalDays, nil: return text
    }
  }

  /// Returns the name that replaces the name of a custom value. Values are found by the hash of
  /// their name, so the name depends on the hash only.
  private mutating func valueName(_ key: ValueKey) -> String {
    names.name("name", for: "\(key.rawValue)")
  }

  /// Changes the key of a custom value to the key of its invented name.
  private mutating func renameValue(of event: inout Event) {
    switch event.body {
    case .value(.set(var set)):
      set.key = ValueKey(name: valueName(set.key))
      event.body = .value(.set(set))
    case .value(.removed(var removed)):
      removed.key = ValueKey(name: valueName(removed.key))
      event.body = .value(.removed(removed))
    default: break
    }
  }

  // MARK: Lines

  private static func eachLine(_ text: String, _ change: (String) -> String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { change(String($0)) }
      .joined(separator: "\n")
  }

  private mutating func eachLine(
    _ text: String, _ change: (inout InventedNames, String) -> String
  ) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(change(&names, String(line)))
    }
    return lines.joined(separator: "\n")
  }
}

extension Event {
  /// The setting that the event changes, or nil.
  fileprivate var setting: SettingChanged? {
    if case .setting(let changed) = body { changed } else { nil }
  }

  /// The key of the custom value that the event sets, or nil.
  fileprivate var valueKey: ValueKey? {
    if case .value(.set(let set)) = body { set.key } else { nil }
  }
}
