/// Why no backup was made, or none could be compared. A backup that was there is as it was.
public enum BackupFailure: Error, Hashable, Sendable {
  /// The log is in memory, or has no profile yet.
  case nothingToCopy
  /// The place is the profile itself, is in it, or has it inside.
  case isProfile(String)
  /// There is no backup at the place to compare with.
  case missing(String)
  /// The directory in which the backup is to be is not there.
  case noPlace(String)
  /// Another profile, or a backup of one, is at the place.
  case ofOtherProfile(String)
  /// Somebody has written to the backup, or it is the profile that was copied.
  case writtenTo(String)
  /// The backup does not have the records that it says it has.
  case incomplete(String, has: UInt64, noted: UInt64)
  /// The backup has more records than the profile.
  case ahead(String, backup: UInt64, profile: UInt64)
  /// A record of the backup is another one than that of its number in the profile.
  case ofOtherHistory(String, record: UInt64)
  /// Something else came to the place while the backup was made.
  case taken(String)
  /// The caller ended it.
  case interrupted
  /// One of the two logs could not be read or written.
  case log(LogFailure)

  init(_ failure: LogFailure) {
    self = failure.reason == .interrupted ? .interrupted : .log(failure)
  }

  /// What scripts can rely on.
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
  /// One sentence for the user that says what is the case and what to do.
  public var description: String {
    switch self {
    case .nothingToCopy:
      "There is nothing to back up: no profile is there yet, or all is kept in memory."
    case .isProfile(let path):
      "“\(path)” is the profile itself, is in it or has it inside; choose another directory, on "
        + "another disk if there is one."
    case .missing(let path): "There is no backup at “\(path)”; “backup” without --verify makes one."
    case .noPlace(let path):
      "“\(path)” is not there, so no backup was made in it: is the disk mounted? Else make the "
        + "directory first."
    case .ofOtherProfile(let path):
      "“\(path)” is, or is a backup of, another profile, and stays as it is; choose another "
        + "directory."
    case .writtenTo(let path):
      "“\(path)” is not a backup, or no longer one: it was written to and is a profile of its own. "
        + "It stays as it is; choose another directory."
    case .incomplete(let path, let has, let noted):
      "“\(path)” is damaged: it has \(has) of the \(noted) events that it had, and stays as it is; "
        + "choose another directory."
    case .ahead(let path, let backup, let profile):
      "“\(path)” has \(backup) events and this profile has \(profile): the backup is newer, and "
        + "stays as it is. Restore it by copying it, or choose another directory."
    case .ofOtherHistory(let path, let record):
      "“\(path)” and this profile have gone different ways: event #\(record) differs there. It "
        + "stays as it is; choose another directory."
    case .taken(let path):
      "Something else appeared at “\(path)” meanwhile, so no backup was made there; try again."
    case .interrupted: "Interrupted. A backup that was there has not changed."
    case .log(let failure): failure.description
    }
  }
}
