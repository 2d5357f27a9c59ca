internal import BrowserModel
internal import EventLog
internal import Store

/// Why a command did not do what it was asked to.
struct CommandFailure: Error {
  /// What scripts can rely on.
  let code: String
  /// One plain sentence.
  let message: String
  let status: ExitStatus

  init(_ code: String, _ message: String, status: ExitStatus = .failed) {
    self.code = code
    self.message = message
    self.status = status
  }

  init(_ refusal: Refusal) {
    self.init("\(refusal.code)", refusal.message)
  }

  /// Ctrl-C ended it.
  static let interrupted = CommandFailure("interrupted", "Interrupted.", status: .interrupted)

  init(_ failure: LogFailure) {
    self.init(
      failure.reason == .overwritten ? Self.overwritten : "log", failure.description)
  }

  private static let overwritten = "overwritten"

  /// Whether another process wrote to what was read, so that it may be tried again.
  var isOverwritten: Bool { code == Self.overwritten }

  init(_ failure: StoreFailure) {
    switch failure {
    case .refused(let refusal): self.init(refusal)
    case .log(let failure): self.init(failure)
    }
  }

  init(_ error: UsageError) {
    self.init(error.code.rawValue, error.message.capitalized, status: .usage)
  }

  init(_ error: SystemError) {
    self.init("system", error.description.sentence)
  }
}
