import CLMDB
import Platform

/// An error of the log. The cause is always outside the program, such as the disk, the permissions
/// or another process. Rejected commands have other errors.
///
/// ```swift
/// do {
///   _ = try EventLog(profile: "/nowhere/profile", access: .readOnly)
/// } catch let error as LogError {
///   // There is no profile at “/nowhere/profile”. Check the path, or …
///   if error.reason == .missing { sentence = error.description }
/// }
/// ```
///
/// A failure never loses acknowledged data. A call that throws has changed nothing, unless the
/// reason is ``Reason/outcomeUnknown``, ``Reason/unreadAfterSaving`` or ``Reason/putOff``.
public struct LogError: Error, Hashable, Sendable {
  /// The kinds of failures.
  public enum Reason: Hashable, Sendable {
    /// There is no profile at the path, and nothing was created.
    case missing
    /// The path names a file, not a directory.
    case notADirectory
    /// The path leads to a directory whose name is not UTF-8, so no string could represent it.
    case notUTF8
    /// The directory contains other files and no profile.
    case notAProfile
    /// A file or directory of the profile was replaced with a symbolic link or with another kind of
    /// file.
    case notOwnFile
    /// Something already exists at the path at which the profile is to be created.
    case occupied
    /// The profile was removed while it was open. Nothing was written.
    case removed
    /// The profile was moved while it was open. ``LogError/path`` is its new path. Nothing was
    /// written.
    case moved
    /// Another profile has replaced the open profile. Nothing was written.
    case replaced
    /// This process already has the profile open, under this path or another path.
    case alreadyOpen
    /// The process was forked after it had opened the log. A child does not inherit LMDB's locks,
    /// and must open the log itself.
    case usedAfterFork
    /// The profile is on a network file system, where memory maps and locks do not work across
    /// machines.
    case networkFileSystem
    /// The profile was written by a newer version of the format.
    case newerFormat
    /// The files were truncated, overwritten or replaced.
    case damaged
    /// The permissions do not allow reading, writing or creating at the path.
    case notPermitted
    /// The log was opened for reading, or the medium of the log is mounted read-only.
    case readOnly
    /// The device, the user's quota or the limit on file sizes is exhausted.
    case noSpace
    /// The log can be read but not locked, and another process wrote to it during the read, so the
    /// data that was read may be wrong. Read the data again.
    case overwritten
    /// The device failed to read or write (`EIO`).
    case inputOutput
    /// The device failed during the last step of a commit, so the batch may or may not have been
    /// saved.
    case outcomeUnknown
    /// The batch is saved, but the log could not be read afterwards.
    case unreadAfterSaving
    /// The work could not be done now. The request for it is stored, and the work will be done when
    /// the profile is opened again.
    case putOff
    /// A record, blob or checkpoint is longer than ``EventLog/maximumRecordBytes``.
    case recordTooLarge
    /// The new record would not be the last record, because the tree of records is damaged at its
    /// end.
    case outOfOrder
    /// The record to rewrite does not exist.
    case noSuchRecord
    /// All of LMDB's reader slots, 126 across all processes, are in use.
    case tooManyReaders
    /// The process or the system has too many files open.
    case tooManyOpenFiles
    /// There is not enough memory, or not enough address space for the map.
    case noMemory
    /// The caller cancelled the work before it was done. Nothing was changed.
    case interrupted
    /// There is nothing to back up, because the log is in memory or has no profile yet.
    case nothingToBackUp
    /// The directory for a backup is the profile itself, is inside the profile, or contains the
    /// profile.
    case insideProfile
    /// There is no backup at the path to compare with.
    case noBackup
    /// The directory that is to contain the backup does not exist.
    case noParentDirectory
    /// The path contains another profile, or a backup of another profile.
    case otherProfile
    /// The backup was written to, or the path contains the profile itself.
    case backupWrittenTo
    /// The backup lacks records that it should contain according to its mark.
    case incompleteBackup(has: UInt64, noted: UInt64)
    /// The backup has more records than the profile.
    case backupAhead(backup: UInt64, profile: UInt64)
    /// A record of the backup differs from the record with the same number in the profile.
    case otherHistory(record: UInt64)
    /// Another program created a file or directory at the path while the backup was being created.
    case backupPlaceTaken
    /// Another error, identified by ``LogError/code``.
    case other
  }

  /// The kind of failure.
  public internal(set) var reason: Reason
  /// The error number. A positive number is the system's `errno`, a negative number is an error of
  /// LMDB, and 0 means that neither the system nor LMDB failed.
  public let code: Int32
  /// The failed operation as a verb phrase in English, such as "commit" or "open the log".
  public let operation: String
  /// The profile or file of the operation, or nil for a log in memory.
  public let path: String?
  /// The step after which the attempt at a transaction can be repeated, or nil if the attempt
  /// cannot be repeated. The step is nil in all errors that the log throws to its callers.
  var retryStep: RetryStep?

  /// This failure with the reason ``Reason/unreadAfterSaving``.
  package var afterSaving: LogError {
    LogError(.unreadAfterSaving, code: code, operation: operation, path: path)
  }

  /// This failure with the reason ``Reason/putOff``.
  package var putOff: LogError {
    LogError(.putOff, code: code, operation: operation, path: path)
  }

  /// Creates a failure of a known kind.
  ///
  /// - Parameters:
  ///   - reason: The kind of failure.
  ///   - code: The error number of the system or of LMDB, or 0 if neither the system nor LMDB
  ///     failed.
  ///   - operation: The failed operation as a verb phrase.
  ///   - path: The profile or file of the operation.
  public init(_ reason: Reason, code: Int32 = 0, operation: String, path: String?) {
    self.reason = reason
    self.code = code
    self.operation = operation
    self.path = path
  }
}

extension LogError: CustomStringConvertible {
  /// A message for the user that states what happened, whether anything was saved, and what to
  /// do.
  public var description: String {
    switch reason {
    case .missing, .notADirectory, .notUTF8, .notAProfile, .notOwnFile, .occupied, .alreadyOpen,
      .usedAfterFork, .networkFileSystem:
      ofPlace
    case .removed, .moved, .replaced: ofChangedPlace
    case .unreadAfterSaving, .putOff: ofHalf
    case .newerFormat, .damaged, .outOfOrder, .noSuchRecord, .recordTooLarge: ofContent
    case .notPermitted, .readOnly, .overwritten, .noSpace, .inputOutput, .outcomeUnknown: ofDevice
    case .tooManyReaders, .tooManyOpenFiles, .noMemory, .interrupted, .other: ofSystem
    case .nothingToBackUp, .insideProfile, .noBackup, .noParentDirectory, .otherProfile,
      .backupWrittenTo, .incompleteBackup, .backupAhead, .otherHistory, .backupPlaceTaken:
      ofBackup
    }
  }

  var place: String { path.map { "“\($0)”" } ?? "the log" }

  /// The operation and the text of the error number, for diagnosis.
  private var detail: String {
    code == 0 ? operation : unsafe "\(operation): \(String(cString: mdb_strerror(code)))"
  }

  private var ofPlace: String {
    switch reason {
    case .missing:
      "There is no profile at \(place). Check the path, or open it for writing to create one."
    case .notADirectory:
      "\(place) is not a directory, but a profile must be one. Choose another path."
    case .notUTF8:
      "\(place) is in a directory whose name is not UTF-8. Choose another directory."
    case .notAProfile:
      "\(place) contains other files and is not a profile. Choose an empty or a new directory."
    case .notOwnFile:
      "\(place) is a symbolic link, or is not a file that belongs to a profile, so nothing was "
        + "read or written. If it is a link, replace it with the file that it points to."
    case .occupied:
      "\(place) already exists. Choose a directory that does not exist yet."
    case .alreadyOpen:
      "\(place) is already open in this process. Use the open log."
    case .usedAfterFork:
      "\(place) was opened before this process was forked. Open it again in this process."
    default:
      "\(place) is on a network file system, where two programs could damage the log. Choose a "
        + "directory on a local disk."
    }
  }

  private var ofChangedPlace: String {
    switch reason {
    case .removed:
      "\(place) was removed while it was open, so the last action was not saved. Open it again to "
        + "begin a new profile."
    case .moved:
      "The open profile was moved to \(place), so the last action was not saved. Open it there."
    default:
      "\(place) was replaced by something else while it was open, so the last action was not "
        + "saved. Open it again to use what is there now."
    }
  }

  private var ofHalf: String {
    reason == .putOff
      ? "This could not be done now in \(place), and will be done when the profile is next opened. "
        + "Free some space first (\(detail))."
      : "The last action was saved, but the new state of \(place) could not be read. Try to read "
        + "it again (\(detail))."
  }

  private var ofContent: String {
    switch reason {
    case .newerFormat:
      "\(place) was written by a newer version. Update this program to open it."
    case .outOfOrder:
      "The last record in \(place) is out of order, so the last action was not saved. Compact the "
        + "profile, which puts its records in order, and try again (\(detail))."
    case .noSuchRecord:
      "The record to rewrite is not in \(place). Read the log again."
    case .recordTooLarge:
      "A record can have at most \(EventLog.maximumRecordBytes >> 20) MiB, so the last action was "
        + "not saved. Make it smaller."
    default:
      "\(place) is damaged or not a log. Leave it as it is, and recover its readable events into a "
        + "new profile (\(detail))."
    }
  }

  private var ofDevice: String {
    switch reason {
    case .notPermitted:
      "You do not have permission to use \(place). Change its permissions or choose another "
        + "directory (\(detail))."
    case .readOnly where code != 0:
      "\(place) is on read-only media. Open it with --read-only (\(detail))."
    case .readOnly:
      "\(place) was opened read-only, so the last action was not saved. Open it for writing, on a "
        + "writable disk."
    case .overwritten:
      "\(place) can be read but not locked here, and another program wrote to it during the read, so "
        + "the data may be wrong. Try again."
    case .noSpace:
      "No space left on the device of \(place), so the last action was not saved. Free some space "
        + "and try again (\(detail))."
    case .outcomeUnknown:
      "The device of \(place) failed while saving, so the last action may or may not have been "
        + "saved. Look at the newest event before you repeat the action (\(detail))."
    default:
      "The device of \(place) failed, so the last action was not saved. Check its free space and "
        + "its health, and try again (\(detail))."
    }
  }

  private var ofSystem: String {
    switch reason {
    case .tooManyReaders:
      "Too many programs are reading \(place) at the same time. Close one and try again."
    case .tooManyOpenFiles:
      "Too many files are open, so \(place) cannot be used. Close some programs and try again."
    case .interrupted:
      "The operation was interrupted, and nothing was changed."
    case .noMemory:
      "There is not enough memory or address space for \(place), so the last action was not saved. "
        + "Raise the memory limit and try again (\(detail))."
    default:
      "\(place) could not be used, and the last action was not saved. Try again, and verify the "
        + "profile if that does not help (\(detail))."
    }
  }
}

extension LogError {
  /// Creates the failure for an error number.
  init(code: Int32, operation: String, path: String?) {
    self.init(Reason(code: code), code: code, operation: operation, path: path)
  }

  /// Creates the failure of the previous system call from `errno`.
  static func ofSystem(_ operation: String, path: String?) -> LogError {
    LogError(code: errno, operation: operation, path: path)
  }
}

extension LogError.Reason {
  /// Creates the reason for an error number of LMDB or the system.
  ///
  /// A full map becomes `noMemory`. Writes never throw this error for a full map, because they
  /// enlarge the map and run again.
  init(code: Int32) {
    self = Self.ofDatabase(code) ?? Self.ofSystem(code) ?? .other
  }

  private static func ofDatabase(_ code: Int32) -> Self? {
    switch code {
    case MDB_INVALID, MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_VERSION_MISMATCH, MDB_INCOMPATIBLE:
      .damaged
    case MDB_KEYEXIST: .outOfOrder
    case MDB_READERS_FULL: .tooManyReaders
    case MDB_MAP_FULL: .noMemory
    case MDB_PANIC: .outcomeUnknown
    default: nil
    }
  }

  private static func ofSystem(_ code: Int32) -> Self? {
    switch code {
    case ENOENT: .missing
    case ENOTDIR: .notADirectory
    case EACCES, EPERM: .notPermitted
    case EROFS: .readOnly
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    case EIO: .inputOutput
    case EMFILE, ENFILE: .tooManyOpenFiles
    case ENOMEM: .noMemory
    default: nil
    }
  }
}
