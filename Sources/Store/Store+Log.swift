public import BrowserModel
internal import EventCoding
public import EventLog
internal import Timeline

extension Store {
  /// Visits the events of the durable or the private log, with their words.
  ///
  /// - Parameters:
  ///   - first: Nil: the first there is.
  ///   - last: Nil: the newest.
  ///   - body: Gets each event and a way to its words, valid only until it returns, and says whether
  ///     to go on. Records that cannot be read are passed over.
  /// - Complexity: O(events visited).
  public func visitLog(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, (Text) -> String) -> Bool
  ) throws(LogFailure) {
    if isPrivate {
      privateLog.events.visitStored(from: first, through: last, backwards: backwards) {
        Self.lend($0, $1, body)
      }
      return
    }
    try lendingReader { (reader) throws(LogFailure) in
      let low = UInt64((first?.rawValue ?? 1).magnitude)
      let high = last.map { UInt64($0.rawValue.magnitude) } ?? .max
      guard low <= high else { return }
      try reader.scan(from: low, through: high, backwards: backwards) {
        (number, bytes) throws(LogFailure) in
        Self.lend(EventID(Int32(truncatingIfNeeded: number)), bytes, body)
      }
    }
  }

  private static func lend(
    _ sequence: EventID, _ bytes: RawSpan, _ body: (Event, (Text) -> String) -> Bool
  ) -> Bool {
    bytes.withUnsafeBytes { bytes in
      do throws(EventDecoder.Damage) {
        let event = try EventDecoder.decode(bytes, sequence: sequence)
        return body(event) { EventDecoder.string($0, in: bytes) }
      } catch {
        return true
      }
    }
  }
}
