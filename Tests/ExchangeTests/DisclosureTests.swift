import BrowserModel
import Bytes
import EventCoding
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Exchange

/// Exports that leave private data out, or replace names.
@Suite struct DisclosureTests {
  private static let sharing: Disclosure = {
    var disclosure = Disclosure()
    disclosure.omitsPrivateData = true
    return disclosure
  }()
  private static let redaction: Disclosure = {
    var disclosure = Disclosure()
    disclosure.inventsNames = true
    return disclosure
  }()
  private static let both: Disclosure = {
    var disclosure = sharing
    disclosure.inventsNames = true
    return disclosure
  }()

  /// Fills the texts of an event with a word to find again, and all other fields with numbers.
  private struct SecretFields: FieldVisitor {
    var draft = Draft()
    private(set) var count = 0

    private mutating func next() -> Int32 {
      count += 1
      return Int32(count)
    }

    mutating func reference<Reference: EventReference>(
      _ number: UInt32, _ name: StaticString, _ value: inout Reference
    ) { value = Reference(EventID(next())) }

    mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      value = next()
    }

    mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      value = -next()
    }

    mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) { value = true }

    mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
      switch "\(name)" {
      case "url", "redirects":
        value = draft.text("https://s3cret:s3cret@s3cret.example:81/s3cret/a?s3cret#s3cret")
      case "value": value = draft.text("s3cret=https://s3cret.example/?q={searchTerms}")
      case "reason": value = draft.text("")
      default: value = draft.text("s3cret words\ns3cret")
      }
    }

    mutating func choice<Choice: RawRepresentable>(
      _ number: UInt32, _ name: StaticString, _ value: inout Choice
    ) where Choice.RawValue == UInt8 {
      // The setting with addresses of search engines.
      if let choice = Choice(rawValue: 4) ?? Choice(rawValue: 1) { value = choice }
    }

    mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
      value = ZoomLevel(hundredths: 12_500)
    }
  }

  /// The fields that are not texts, as text. The key of a custom value is a hash of its name.
  private struct OtherFields: QuietFieldVisitor, PayloadVisitor {
    private(set) var fields: [String] = []

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      payload.visit(&self)
    }

    mutating func reference<Reference: EventReference>(
      _ number: UInt32, _ name: StaticString, _ value: inout Reference
    ) { fields.append("\(name) \(value.event)") }

    mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      fields.append("\(name) \(value)")
    }

    mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      if !"\(name)".hasPrefix("key_") { fields.append("\(name) \(value)") }
    }

    mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
      fields.append("\(name) \(value)")
    }

    mutating func choice<Choice: RawRepresentable>(
      _ number: UInt32, _ name: StaticString, _ value: inout Choice
    ) where Choice.RawValue == UInt8 { fields.append("\(name) \(value.rawValue)") }

    mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
      fields.append("\(name) \(value)")
    }
  }

  /// An event of a kind whose texts contain the word, in its stored form.
  private func record(of kind: EventKind) -> [UInt8] {
    var filler = SecretFields()
    let body = kind.body(filledBy: &filler)
    var event = Event(sequence: EventID(7), batch: BatchID(EventID(7)), milliseconds: 1, body: body)
    event.agent = filler.draft.text("s3cret agent")
    event.batchName = filler.draft.text("s3cret name")
    event.batchKey = filler.draft.text("s3cret key")
    event.batchFingerprint = filler.draft.text("s3cret print")
    event.batchRun = 5
    var encoder = EventEncoder()
    encoder.encode(event, words: filler.draft.bytes)
    return Array(encoder.bytes)
  }

  private func disclosed(_ record: [UInt8], _ disclosure: Disclosure) throws -> [UInt8] {
    var discloser = RecordDiscloser(disclosure)
    let bytes = record.span.bytes
    return try discloser.record(
      of: EventDecoder.decode(bytes, sequence: EventID(7)), EventWords(bytes))
  }

  private func texts(of record: [UInt8]) throws -> [(field: EventText, text: String)] {
    let bytes = record.span.bytes
    let event = try EventDecoder.decode(bytes, sequence: EventID(7))
    var collector = TextCollector()
    event.body.visit(&collector)
    return collector.texts.map { ($0.field, EventWords(bytes)($0.text)) }
  }

  private func otherFields(of record: [UInt8]) throws -> [String] {
    let event = try EventDecoder.decode(record.span.bytes, sequence: EventID(7))
    var others = OtherFields()
    event.body.visit(&others)
    return others.fields + ["\(event.batch) \(event.milliseconds) \(event.batchRun)"]
  }

  @Test(arguments: EventKind.allCases)
  func `no original text of any kind of event is left when names are replaced`(
    kind: EventKind
  ) throws {
    let original = record(of: kind)
    for disclosure in [Self.redaction, Self.both] {
      let changed = try disclosed(original, disclosure)
      #expect(!String(decoding: changed, as: UTF8.self).contains("s3cret"))
      #expect(try otherFields(of: changed) == otherFields(of: original))
      let (before, after) = (try texts(of: original), try texts(of: changed))
      #expect(before.map(\.field) == after.map(\.field))
      #expect(before.map(\.text.isEmpty) == after.map(\.text.isEmpty))
    }
  }

  @Test(arguments: EventKind.allCases)
  func `private texts of any kind of event are left out`(kind: EventKind) throws {
    let original = record(of: kind)
    let changed = try disclosed(original, Self.sharing)
    #expect(try otherFields(of: changed) == otherFields(of: original))
    for ((field, before), (_, after)) in zip(try texts(of: original), try texts(of: changed)) {
      switch field.name {
      case "input", "search_words", "note": #expect(after == "left out")
      case "base64": #expect(after == Data("left out".utf8).base64EncodedString())
      case "value" where kind == .valueSet: #expect(after == "left out")
      case "url", "redirects":
        #expect(after == "https://s3cret.example:81/s3cret/a?left-out#left-out")
      // The title of a page whose search terms are in the same event.
      case "title" where before != after: #expect(after == "left out")
      default: #expect(after == before)
      }
    }
  }

  @Test(arguments: EventKind.allCases)
  func `a complete disclosure changes nothing`(kind: EventKind) throws {
    let original = record(of: kind)
    #expect(
      try texts(of: disclosed(original, Disclosure())).map(\.text)
        == texts(of: original).map(\.text))
  }

  @Test func `an event of a newer version loses its texts`() throws {
    // The time 1, and a body with the field number 900 that contains a text.
    let fields: [UInt8] = [0x10, 1, 0xA2, 0x38, 8, 0x0A, 6] + Array("s3cret".utf8)
    let sum = Checksum.of(fields.span.bytes, sequence: EventID(7))
    let original =
      [0x0D] + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32($0 * 8)) } + fields
    let event = try EventDecoder.decode(original.span.bytes, sequence: EventID(7))
    #expect(unknownKind(of: event) == 900)
    let changed = try disclosed(original, Self.sharing)
    #expect(!String(decoding: changed, as: UTF8.self).contains("s3cret"))
    let written = try EventDecoder.decode(changed.span.bytes, sequence: EventID(7))
    #expect(unknownKind(of: written) == 900)
  }

  private func unknownKind(of event: Event) -> UInt32? {
    if case .unknown(let kind) = event.body { kind } else { nil }
  }

  // MARK: Logs

  private func session(seed: UInt64) throws -> Store {
    var milliseconds: Int64 = 0
    let store = try Store(EventLog()) {
      milliseconds += 1_000
      return milliseconds
    }
    var random = RandomSteps(seed: seed)
    for _ in 0..<300 {
      do {
        switch try random.next(store.readState()) {
        case .action(let action, let actor): try store.perform(action, by: Origin(actor))
        case .undo: try store.undo()
        case .redo: try store.redo()
        }
      } catch is Refusal {}
    }
    return store
  }

  private func exported(_ store: Store, _ disclosure: Disclosure) throws -> [UInt8] {
    var options = ExportOptions()
    options.disclosure = disclosure
    var bytes: [UInt8] = []
    try store.exportRecords(options, to: ExportStream { bytes += $0 })
    return bytes
  }

  private func records(in bytes: [UInt8]) -> [[UInt8]] {
    var records: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var (count, shift) = (0, 0)
      while let byte = rest.popFirst() {
        count |= Int(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      records.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return records
  }

  private func state(of bytes: [UInt8]) -> ProfileState {
    var events = MemoryEvents()
    for record in records(in: bytes) { events.append(stored: record.span.bytes) }
    var timeline = Timeline()
    timeline.catchUp(events)
    #expect(timeline.damaged.isEmpty)
    return timeline.readState(events)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a log folds to the same state without its private texts`(seed: UInt64) throws {
    let store = try session(seed: seed)
    #expect(state(of: try exported(store, Self.sharing)) == (try store.readState()))
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `a log folds to the same tabs with invented names`(seed: UInt64) throws {
    let store = try session(seed: seed)
    let (before, after) = (try store.readState(), state(of: try exported(store, Self.redaction)))
    #expect(after.browser.brokenInvariants() == before.browser.brokenInvariants())
    #expect(after.browser.windows == before.browser.windows)
    #expect(after.browser.tabs.map(\.id) == before.browser.tabs.map(\.id))
    #expect(after.browser.tabs.map(\.window) == before.browser.tabs.map(\.window))
    // The values of the profile have other keys, which are hashes of their names.
    #expect(after.library.bookmarks == before.library.bookmarks)
  }

  @Test(arguments: [7, 8, 9] as [UInt64])
  func `names correspond one to one and are the same in each export`(seed: UInt64) throws {
    let store = try session(seed: seed)
    let original = records(in: try exported(store, Disclosure()))
    let changed = records(in: try exported(store, Self.redaction))
    #expect(try exported(store, Self.redaction) == exported(store, Self.redaction))
    #expect(original.count == changed.count)
    // The texts of one role, such as all addresses, before and after.
    var forward: [String: [String: String]] = [:]
    var back: [String: [String: String]] = [:]
    for (index, (before, after)) in zip(original, changed).enumerated() {
      let sequence = EventID(Int32(index + 1))
      for ((field, old), (_, new)) in zip(
        try texts(of: before, sequence), try texts(of: after, sequence))
      {
        let role = field.name == "name" || field.name == "value" ? "\(field)" : field.name
        guard role != "value" else { continue }
        #expect(forward[role]?[old] ?? new == new)
        #expect(back[role]?[new] ?? old == old)
        forward[role, default: [:]][old] = new
        back[role, default: [:]][new] = old
      }
    }
    #expect(forward["url"]?.count ?? 0 > 3)
  }

  private func texts(
    of record: [UInt8], _ sequence: EventID
  ) throws -> [(field: EventText, text: String)] {
    let bytes = record.span.bytes
    let event = try EventDecoder.decode(bytes, sequence: sequence)
    var collector = TextCollector()
    event.body.visit(&collector)
    return collector.texts.map { ($0.field, EventWords(bytes)($0.text)) }
  }

  @Test func `the counts are those of the written texts`() throws {
    let store = try Store(EventLog()) { 1 }
    try store.perform(.open(OpenTab(Destination("https://a.example/1"))))
    try store.perform(.open(OpenTab(Destination("https://a.example/2"))))
    try store.perform(.open(OpenTab(Destination("https://b.example/"))))
    for disclosure in [Disclosure(), Self.sharing, Self.redaction, Self.both] {
      var options = ExportOptions()
      options.disclosure = disclosure
      let contents = try store.exportRecords(options, to: ExportStream { _ in })
      #expect(contents.events == Int(store.timeline.position.rawValue))
      #expect(contents.tabs == 3)
      #expect(contents.hosts == 2)
      #expect(contents.texts >= 3)
    }
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://a.example/", "https://site-1.test/"),
    ("https://a.example", "https://site-1.test"),
    (
      "http://a.example:8080/x/y/x?q=1#top",
      "http://site-1.test:8080/part-1/part-2/part-1?query-1#fragment-1"
    ),
    ("https://me:pw@a.example/?#", "https://user-1@site-1.test/?#"),
    ("http://[::1]:80/a//b", "http://site-1.test:80/part-1//part-2"),
    ("file:///home/me", "file:///part-1/part-2"),
    ("about:blank", "about:blank"), ("about:reader?url=x", "about:content-1?query-1"),
    ("data:text/html,<b>x</b>", "data:content-1"),
    ("javascript:alert(1)//x", "javascript:content-1"),
    ("mailto:me@a.example", "mailto:content-1"), ("words", "content-1"), ("", ""),
    ("https://ü.example/é", "https://site-1.test/part-1"),
  ])
  func `an address keeps its structure`(address: String, invented: String) {
    var names = InventedNames()
    #expect(names.address(address) == invented)
    #expect(DividedAddress(address).text == address)
  }

  @Test func `hosts keep their numbers throughout a log`() {
    var names = InventedNames()
    #expect(names.address("https://a.example/x") == "https://site-1.test/part-1")
    #expect(names.address("http://b.example/x") == "http://site-2.test/part-1")
    #expect(names.host("a.example") == "site-1.test")
    #expect(
      names.template("https://b.example/find?words={searchTerms}")
        == "https://site-2.test/search-1?q={searchTerms}")
  }
}
