/// Why the log could not do what was asked: something in the environment, never a refused command.
///
/// `description` is one sentence for a person. Nothing that was acknowledged before is lost by any
/// of these failures, and nothing was changed, unless the reason is ``Reason/outcomeUnknown``,
/// ``Reason/unreadAfterSaving`` or ``Reason/putOff``.
public struct LogFailure: Error, Hashable, Sendable {
  /// The kinds of failure that a caller can tell apart.
  public enum Reason: Hashable, Sendable {
    /// There is no profile at the path, and nothing was created.
    case missing
    /// The path names a file, not a directory.
    case notADirectory
    /// The path leads to a directory whose name is not UTF-8.
    case notUTF8
    /// The directory holds other things than a profile.
    case notAProfile
    /// The profile was removed while it was open.
    case removed
    /// The profile was moved while it was open; `path` is where it is now.
    case moved
    /// Another profile has taken the place of the one that was opened.
    case replaced
    /// This process has the profile open already.
    case alreadyOpen
    /// The log was opened before this process was forked from its parent.
    case usedAfterFork
    /// The profile is on a network file system, where shared maps and locks do not work.
    case networkFileSystem
    /// The profile was written by a newer version of the format.
    case newerFormat
    /// The files are not what was written: half there, overwritten, or of something else.
    case damaged
    /// The user may not read, write or create at the path.
    case notPermitted
    /// The log was opened read-only, or the medium is.
    case readOnly
    /// The device, the quota or the limit on file sizes is used up.
    case noSpace
    /// The log can be read here and not be locked, and was written while it was read.
    case overwritten
    /// A read or write on the device failed.
    case inputOutput
    /// The device failed at the very last step: the action may or may not be saved.
    case outcomeUnknown
    /// The action was saved, and then the log could not be read.
    case unreadAfterSaving
    /// It could not be done now; it is noted, and is done when the profile is opened again.
    case putOff
    /// The record is longer than ``EventLog/maximumRecordBytes``.
    case recordTooLarge
    /// A record was appended that is not newer than the last one.
    case outOfOrder
    /// The record that was to be rewritten is not there.
    case noSuchRecord
    /// All places for reading at the same time are taken.
    case tooManyReaders
    /// The process or the system has too many files open.
    case tooManyOpenFiles
    /// There is not enough memory or address space.
    case noMemory
    /// Something else; `code` tells what.
    case other
  }

  /// What kind of failure it is.
  public internal(set) var reason: Reason
  /// The code of the system (`errno`, positive) or of LMDB (negative), 0 when neither failed.
  public let code: Int32
  /// What was being done, as a verb phrase such as "commit" or "open the log".
  public let operation: String
  /// The profile or file that it was done to, `nil` for a log in memory.
  public let path: String?

  /// The same failure, of the reading that follows an action that is saved.
  package var afterSaving: LogFailure {
    LogFailure(.unreadAfterSaving, code: code, operation: operation, path: path)
  }

  /// The same failure, of something that is noted and will be tried again.
  package var putOff: LogFailure {
    LogFailure(.putOff, code: code, operation: operation, path: path)
  }

  /// Makes a failure of a known kind.
  public init(_ reason: Reason, code: Int32 = 0, operation: String, path: String?) {
    self.reason = reason
    self.code = code
    self.operation = operation
    self.path = path
  }
}
