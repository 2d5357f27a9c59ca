internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// An error of the log, the store or the system that also ends a command.
package protocol CommandFailureCause: Error {
  /// The failure of the command.
  var commandFailure: CommandFailure { get }
}
