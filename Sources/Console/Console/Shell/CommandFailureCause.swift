internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store

/// What the log, the store or the system fails with, which ends a command as well.
protocol CommandFailureCause: Error {
  /// What the command fails with then.
  var commandFailure: CommandFailure { get }
}
