import BrowserModel

/// The reason why a call failed.
///
/// The type is a class, so that a function that throws needs no space for the reason.
final class Failure: Error {
  /// The code of the reason, which is the same as in the answers of other front ends.
  let code: String
  /// The reason as one plain sentence.
  let message: String

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  static func noSuchEvent() -> Failure { Failure("noSuchEvent", "There is no such event.") }

  static func noSuchTab() -> Failure {
    Failure("noSuchTab", "There is no such tab at this moment.")
  }

  static func badArguments() -> Failure {
    Failure("badArguments", "An argument is missing or invalid.")
  }
}
