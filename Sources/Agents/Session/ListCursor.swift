internal import BrowserModel

/// The position at which a list continues. It is bound to the event at which the list began, so
/// that no row is repeated or skipped.
struct ListCursor {
  /// The newest event when the list began.
  let sequence: EventID
  /// The number of rows that were already listed.
  let offset: Int

  init(sequence: EventID, offset: Int) {
    (self.sequence, self.offset) = (sequence, offset)
  }

  init?(_ arguments: ToolArguments) throws(ToolFault) {
    guard let text = try arguments.text("cursor") else { return nil }
    let parts = text.split(separator: ":").compactMap { Int32($0) }
    guard parts.count == 2, parts[0] >= 0, parts[1] > 0 else {
      throw ToolFault("“cursor” must be the “next” of the previous answer, unchanged.")
    }
    (sequence, offset) = (EventID(parts[0]), Int(parts[1]))
  }

  /// The cursor as agents pass it.
  var text: String { "\(sequence.rawValue):\(offset)" }
}
