internal import BrowserModel
internal import Notation
internal import RetraceStore

/// The exit status of the program.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// A command was refused or failed.
  case failed = 1
  /// Wrong usage, or a confirmation that could not be asked.
  case usage = 2
  /// The profile cannot be opened, or, where it is followed, not be shared any more.
  case unopened = 3
  /// `verify` found damage, or an answer may lack what a damaged event said.
  case damaged = 4
  case interrupted = 130
}
