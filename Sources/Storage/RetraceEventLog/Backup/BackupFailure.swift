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
  /// One sentence for the user that states what happened and what to do.
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
