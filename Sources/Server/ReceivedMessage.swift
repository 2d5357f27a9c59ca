internal import Catalogue
internal import CommandKit
internal import Notation

/// A message that a client has sent on one line: a request, or a batch of requests.
enum ReceivedMessage {
  case request(ReceivedRequest)
  case batch([ReceivedRequest])

  /// The maximum number of values in a message. The limit keeps parsing short, so that other
  /// clients do not have to wait.
  static let maximumValues = 100_000

  init(_ line: ArraySlice<UInt8>) {
    let message: JSON
    do {
      message = try JSONParser.parse(line, valuesAtMost: Self.maximumValues)
    } catch {
      let hasTooMany = (error as? JSONError)?.hasTooMany == true
      self = .request(
        .invalid(
          id: .null,
          hasTooMany
            ? CommandError(
              .notARequest,
              "A message can have at most \(Self.maximumValues.grouped) values. Send several "
                + "messages.")
            : CommandError(.notJSON, "This line is not JSON.")))
      return
    }
    guard case .array(let elements) = message else {
      self = .request(ReceivedRequest(message))
      return
    }
    guard !elements.isEmpty else {
      self = .request(
        .invalid(id: .null, CommandError(.notARequest, "A batch must have at least one request.")))
      return
    }
    self = .batch(elements.map { ReceivedRequest($0) })
  }
}
