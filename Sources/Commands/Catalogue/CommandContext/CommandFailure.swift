internal import BrowserModel
package import CommandKit
package import Notation
internal import RetraceEventLog
package import RetraceStore

/// The reason why a command failed.
package struct CommandFailure: Error, CustomStringConvertible {
  /// The code that scripts can rely on.
  package let code: String
  /// The description as a sentence.
  package let message: String
  package let status: ExitStatus
  /// The possible meanings of ambiguous words.
  package var candidates: [NamedThing] = []
  /// The events that prevent the command.
  var events: [EventID] = []

  package var description: String { message }

  package init(_ code: String, _ message: String, status: ExitStatus = .failed) {
    self.code = code
    self.message = message
    self.status = status
  }

  init(_ refusal: Refusal) {
    self.init("\(refusal.code)", refusal.message)
    events = refusal.events
  }

  /// The failure of a command that Ctrl-C interrupted.
  package static let interrupted = CommandFailure(
    "interrupted", "Interrupted.", status: .interrupted)

  init(_ failure: LogFailure) {
    switch failure.reason {
    case .overwritten: self.init(Self.overwritten, failure.description)
    case .interrupted: self = .interrupted
    case .damaged:
      self.init("damaged", failure.description + Self.advice, status: .unopened)
    default: self.init("log", failure.description)
    }
  }

  /// The command that does what the message about a damaged log advises.
  package static let advice = " “recover DIR” does that."

  private static let overwritten = "overwritten"

  /// Whether another process changed data that was read, so that the command can be tried again.
  var isOverwritten: Bool { code == Self.overwritten }

  package init(_ failure: StoreFailure) {
    switch failure {
    case .refused(let refusal): self.init(refusal)
    case .log(let failure): self.init(failure)
    }
  }

  package init(_ error: UsageError) {
    self.init(error.code.rawValue, error.message.capitalized, status: .usage)
  }

  package init(_ error: SystemError) {
    self.init("system", error.description.sentence)
  }
}

extension CommandFailure {
  /// Writes the failure as members of a JSON object.
  package func write(to json: inout JSONWriter) {
    json.member("code", code)
    json.member("message", message)
    if !candidates.isEmpty { candidates.write(to: &json) }
    if !events.isEmpty { json.array("since", of: events.map(\.rawValue)) }
  }
}

extension LogFailure: CommandFailureCause {
  var commandFailure: CommandFailure { CommandFailure(self) }
}

extension StoreFailure: CommandFailureCause {
  package var commandFailure: CommandFailure { CommandFailure(self) }
}

extension BackupFailure: CommandFailureCause {
  var commandFailure: CommandFailure {
    switch self {
    case .interrupted: CommandFailure(code, description, status: .interrupted)
    case .log(let failure): CommandFailure(failure)
    default: CommandFailure(code, description)
    }
  }
}

extension SystemError: CommandFailureCause {
  package var commandFailure: CommandFailure { CommandFailure(self) }
}

/// Performs a part of a command's work whose errors are not command failures.
package func failing<Value, Cause: CommandFailureCause>(
  _ body: () throws(Cause) -> Value
) throws(CommandFailure) -> Value {
  do throws(Cause) { return try body() } catch { throw error.commandFailure }
}
