internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// What the log, the store or the system fails with, which ends a command as well.
package protocol CommandFailureCause: Error {
  /// What the command fails with then.
  var commandFailure: CommandFailure { get }
}
