internal import BrowserModel
internal import Notation
internal import RetraceStore

/// The exit status of the program.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// A command failed.
  case failed = 1
  /// The usage was wrong, or a confirmation could not be requested.
  case usage = 2
  /// The profile cannot be opened. For a continuous exchange, the profile can no longer be shared.
  case unopened = 3
  /// `verify` found damage, or an answer may lack data because an event is damaged.
  case damaged = 4
  case interrupted = 130
}
