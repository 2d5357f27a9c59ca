internal import BrowserModel
package import CommandKit
internal import Notation
internal import RetraceEventLog

/// The error with which a command fails.
package struct CommandError: Error, CustomStringConvertible {
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

  /// The error of a command that Ctrl-C interrupted.
  package static let interrupted = CommandError(
    "interrupted", "Interrupted.", status: .interrupted)

  /// Creates the error with which a command fails after an error of the log, the store or the
  /// system.
  package init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let refusal as Refusal:
      self.init("\(refusal.code)", refusal.message)
      events = refusal.events
    case let error as LogError: self.init(error)
    case let error as UsageError:
      self.init(error.code.rawValue, error.message.capitalized, status: .usage)
    default: self.init("system", "\(error)".sentence)
    }
  }

  private init(_ error: LogError) {
    switch error.reason {
    case .interrupted: self = .interrupted
    case .damaged: self.init("damaged", error.description + Self.advice, status: .unopened)
    default: self.init(error.reason.code, error.description)
    }
  }

  /// The sentence with the command that performs the action advised by the message about a damaged
  /// log.
  package static let advice = " “recover DIR” does that."

  /// Whether another process changed data that was read. In this case, the command can be tried
  /// again.
  var isOverwritten: Bool { code == "overwritten" }
}

extension CommandError: AnswerObject {
  package static let members = AnswerMembers<Self> { error in
    error.member("code", "stays the same") { $0.code }
    error.member("message", "a sentence for people, which may change") { $0.message }
    error.optionalList("candidates", "the things that match, if the words are ambiguous") {
      $0.candidates.isEmpty ? nil : $0.candidates
    } of: { thing in
      thing.member("id") { $0.id }
      thing.member("position", "a reference that can be typed instead of the id") {
        $0.position.isEmpty ? nil : $0.position
      }
      thing.member("title") { $0.title }
      thing.member("url") { $0.url }
    }
    error.optional(
      "since", "the conflicting events since the one that the caller had seen"
    ) { $0.events.isEmpty ? nil : $0.events }
  }

  /// The answer of a command that failed.
  package static let refusal = AnswerMembers<Self>("error")
}

extension LogError.Reason {
  /// The code that scripts can rely on.
  fileprivate var code: String {
    switch self {
    case .overwritten: "overwritten"
    case .nothingToBackUp: "nothingToCopy"
    case .insideProfile: "isProfile"
    case .noBackup: "noBackup"
    case .noParentDirectory: "noPlace"
    case .otherProfile: "otherProfile"
    case .backupWrittenTo: "writtenTo"
    case .incompleteBackup: "incompleteBackup"
    case .backupAhead: "backupAhead"
    case .otherHistory: "otherHistory"
    case .backupPlaceTaken: "placeTaken"
    default: "log"
    }
  }
}
