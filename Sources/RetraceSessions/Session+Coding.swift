public import BrowserModel
internal import Bytes
internal import EventCoding
public import RetraceStore
public import RetraceTimeline

// Ids and values as front ends store and send them. An id is encoded as its number, and a choice as
// the name of its case, as in the JSON of commands.

extension EventID: Codable {
  /// Decodes the number of an event.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int32.self))
  }

  /// Encodes the number of the event.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension TypedID: Codable {
  /// Decodes the number of an id.
  public init(from decoder: any Decoder) throws { self.init(try EventID(from: decoder)) }

  /// Encodes the number of the id.
  public func encode(to encoder: any Encoder) throws { try event.encode(to: encoder) }
}

extension EventID: CustomStringConvertible {
  /// The number with its sign, such as `#7`.
  public var description: String { "#\(rawValue)" }
}

extension TypedID: CustomStringConvertible {
  /// The number with its sign, such as `#7`.
  public var description: String { event.description }
}

extension CommitSummary: Identifiable {
  /// The batch.
  public var id: BatchID { batch }
}

/// A commit is encoded as the records of its events, in Base64.
extension Commit: Codable {
  /// An event as a record, with its number.
  private struct Record: Codable {
    let sequence: EventID
    let record: String
  }

  /// Decodes events and their texts.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = .nothing
    for record in try container.decode([Record].self) {
      let start = words.count
      words += Base64.decoded(record.record) ?? []
      do {
        var event = Event.blank
        try EventDecoder.decode(
          words.span.raw, from: start, sequence: record.sequence, into: &event)
        events.append(event)
      } catch {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Event \(record.sequence) is damaged: \(error)")
      }
    }
  }

  /// Encodes the events with their texts.
  public func encode(to encoder: any Encoder) throws {
    var records: [Record] = []
    for event in events {
      var encoded = EventEncoder()
      encoded.encode(event, words: words)
      let bytes = Array(encoded.bytes)
      records.append(Record(sequence: event.sequence, record: Base64.encoded(bytes[...])))
    }
    var container = encoder.singleValueContainer()
    try container.encode(records)
  }
}

extension Moment: Codable {
  /// Decodes the newest event of a moment. 0 is the start, and null is the present.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .present : Moment(newest: try container.decode(EventID.self))
  }

  /// Encodes the newest event of the moment. 0 is the start, and null is the present.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .start: try container.encode(EventID.nothing)
    case .after(let event): try container.encode(event)
    case .present: try container.encodeNil()
    }
  }
}

extension BrowserModel.Window.Bounds: Hashable {
  /// Hashes all edges.
  public func hash(into hasher: inout Hasher) {
    for value in [x, y, width, height] { hasher.combine(value) }
  }
}

extension BrowserModel.Window.Bounds: Codable {
  private enum CodingKeys: String, CodingKey { case x, y, width, height }

  /// Decodes a rectangle.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      x: try container.decode(Int32.self, forKey: .x),
      y: try container.decode(Int32.self, forKey: .y),
      width: try container.decode(Int32.self, forKey: .width),
      height: try container.decode(Int32.self, forKey: .height))
  }

  /// Encodes the rectangle.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(x, forKey: .x)
    try container.encode(y, forKey: .y)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
  }
}

extension BrowserModel.Window.ShowState: Codable {}
extension BrowserModel.Tab.Status: Codable {}
extension BrowserModel.TabGroup.Color: Codable {}
extension BrowserModel.Bookmark.Kind: Codable {}
extension BrowserModel.ClosedItem.Kind: Codable {}

/// Coding of a choice by the name of its case. The raw values are those of the log.
extension RawRepresentable where Self: CaseIterable & Codable, RawValue == UInt8 {
  /// Decodes the name of a case.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let value = Self.allCases.first(where: { "\($0)" == name }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(name)” is not a \(Self.self).")
    }
    self = value
  }

  /// Encodes the name of the case.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(self)")
  }
}
