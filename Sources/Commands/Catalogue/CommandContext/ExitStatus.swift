internal import BrowserModel
internal import Notation
internal import RetraceStore

/// The exit status of the program.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// A command failed.
  case failed = 1
  /// Wrong usage, or a confirmation that could not be requested.
  case usage = 2
  /// The profile cannot be opened, or, for a continuous exchange, can no longer be shared.
  case unopened = 3
  /// `verify` found damage, or an answer may lack data because an event is damaged.
  case damaged = 4
  case interrupted = 130
}
