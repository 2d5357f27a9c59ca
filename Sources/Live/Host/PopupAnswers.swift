internal import Notation
internal import RetraceStore
internal import Server

/// The answers to the questions of the extension's popup, from the commands of the console.
struct PopupAnswers {
  private let client: EmbeddedClient

  init(_ store: Store) { client = EmbeddedClient(store) }

  /// The members of the answer to a question.
  func answer(_ message: JSON) -> [(name: String, value: JSON)] { [] }
}
