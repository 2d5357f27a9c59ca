internal import BrowserModel
internal import CommandKit
package import Notation
internal import RetraceEventLog

/// The error with which a command fails.
package struct CommandError: Error, CustomStringConvertible {
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

  /// Ctrl-C ended it.
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

  /// Which command does what the sentence about a damaged log says.
  package static let advice = " “recover DIR” does that."

  /// Whether another process changed data that was read, so that the command can be tried again.
  var isOverwritten: Bool { code == "overwritten" }
}

extension CommandError {
  /// Writes the failure as members of a JSON object.
  package func write(to json: inout JSONWriter) {
    json.member("code", code)
    json.member("message", message)
    if !candidates.isEmpty { candidates.write(to: &json) }
    if !events.isEmpty { json.array("since", of: events.map(\.rawValue)) }
  }
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
