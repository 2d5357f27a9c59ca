internal import BrowserModel
package import CommandKit
internal import Notation
internal import RetraceEventLog
package import RetraceStore

/// The reason why a command failed.
package struct CommandFailure: Error, CustomStringConvertible {
  /// The code that scripts can rely on.
  package let code: String
  /// One plain sentence.
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

  /// Ctrl-C ended it.
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

  /// Which command does what the sentence about a damaged log says.
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

extension CommandFailure: AnswerObject {
  package static let members = AnswerMembers<Self> { failure in
    failure.member("code", "stays the same") { $0.code }
    failure.member("message", "a sentence for people, which may change") { $0.message }
    failure.optionalList("candidates", "what words fit, where they are ambiguous") {
      $0.candidates.isEmpty ? nil : $0.candidates
    } of: { thing in
      thing.member("id") { $0.id }
      thing.member("position", "what can be typed, too") {
        $0.position.isEmpty ? nil : $0.position
      }
      thing.member("title") { $0.title }
      thing.member("url") { $0.url }
    }
    failure.optional(
      "since", "the events that came after the one that the caller had seen"
    ) { $0.events.isEmpty ? nil : $0.events }
  }

  /// The answer of a command that failed.
  package static let refusal = AnswerMembers<Self>("error")
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

/// Does a part of a command's work that can fail otherwise than commands do.
package func failing<Value, Cause: CommandFailureCause>(
  _ body: () throws(Cause) -> Value
) throws(CommandFailure) -> Value {
  do throws(Cause) { return try body() } catch { throw error.commandFailure }
}
