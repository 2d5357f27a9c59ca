internal import Notation

extension LiveSession {
  /// Answers a question of the popup or of a key, and sends the orders that follow from it.
  func answer(_ message: JSON) throws {
    let members = popup.answer(message)
    if let id = message["popup"]?.string, !id.isEmpty {
      messages.append(
        .object(
          [("kind", .string("answer")), ("popup", .string(id))]
            + (message["number"].map { [("number", $0)] } ?? []) + members))
    }
    try followProfile()
  }
}
