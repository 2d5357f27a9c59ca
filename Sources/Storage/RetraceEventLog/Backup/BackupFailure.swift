/// The reason why no backup was created or compared. An existing backup is unchanged.
public enum BackupFailure: Error, Hashable, Sendable {
  /// The log is in memory, or has no profile yet.
  case nothingToCopy
  /// The place is the profile itself, is inside it, or contains it.
  case isProfile(String)
  /// There is no backup at the place to compare with.
  case missing(String)
  /// The directory that is to contain the backup does not exist.
  case noPlace(String)
  /// The place contains another profile, or a backup of one.
  case ofOtherProfile(String)
  /// The backup was written to, or it is the profile that was copied.
  case writtenTo(String)
  /// The backup does not contain the records that it should according to its mark.
  case incomplete(String, has: UInt64, noted: UInt64)
  /// The backup has more records than the profile.
  case ahead(String, backup: UInt64, profile: UInt64)
  /// A record of the backup differs from the record with the same number in the profile.
  case ofOtherHistory(String, record: UInt64)
  /// Something else was created at the place meanwhile.
  case taken(String)
  /// The caller cancelled the work.
  case interrupted
  /// One of the two logs could not be read or written.
  case log(LogFailure)

  init(_ failure: LogFailure) {
    self = failure.reason == .interrupted ? .interrupted : .log(failure)
  }

  /// The code that scripts can rely on.
  public var code: String {
    switch self {
    case .nothingToCopy: "nothingToCopy"
    case .isProfile: "isProfile"
    case .missing: "noBackup"
    case .noPlace: "noPlace"
    case .ofOtherProfile: "otherProfile"
    case .writtenTo: "writtenTo"
    case .incomplete: "incompleteBackup"
    case .ahead: "backupAhead"
    case .ofOtherHistory: "otherHistory"
    case .taken: "placeTaken"
    case .interrupted: "interrupted"
    case .log: "log"
    }
  }
}

extension BackupFailure: CustomStringConvertible {
  /// A message for the user that states what happened and what to do.
  public var description: String {
    switch self {
    case .nothingToCopy:
      "There is nothing to back up: the profile does not exist yet, or is only in memory."
    case .isProfile(let path):
      "“\(path)” is the profile itself, is inside it, or contains it. Choose another directory, on "
        + "another disk if possible."
    case .missing(let path):
      "There is no backup at “\(path)”. “backup” without --verify creates "
        + "one."
    case .noPlace(let path):
      "“\(path)” does not exist, so no backup was created in it. Check that the disk is mounted, "
        + "or create the directory first."
    case .ofOtherProfile(let path):
      "“\(path)” is another profile or a backup of one, and was not changed. Choose another "
        + "directory."
    case .writtenTo(let path):
      "“\(path)” is not a backup, or is no longer one because something was written to it. It was "
        + "not changed. Choose another directory."
    case .incomplete(let path, let has, let noted):
      "“\(path)” is damaged: only \(has) of its \(noted) events are left. It was not changed. "
        + "Choose another directory."
    case .ahead(let path, let backup, let profile):
      "“\(path)” has \(backup) events and this profile has \(profile). The backup is newer, and "
        + "was not changed. Copy it to restore it, or choose another directory."
    case .ofOtherHistory(let path, let record):
      "“\(path)” and this profile have diverged: event #\(record) differs. The backup was not "
        + "changed. Choose another directory."
    case .taken(let path):
      "Something else appeared at “\(path)” meanwhile, so no backup was created there. Try again."
    case .interrupted: "Interrupted. An existing backup was not changed."
    case .log(let failure): failure.description
    }
  }
}
