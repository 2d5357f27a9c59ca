extension LogError {
  /// The sentence about a backup that was not created or compared. An existing backup is unchanged.
  var ofBackup: String {
    switch reason {
    case .nothingToBackUp:
      "There is nothing to back up: the profile does not exist yet, or is in memory only."
    case .insideProfile:
      "\(place) is the profile itself, is inside it or contains it; choose another directory, on "
        + "another disk if possible."
    case .noBackup: "There is no backup at \(place); “backup” without --verify creates one."
    case .noParentDirectory:
      "\(place) does not exist, so no backup was created in it: is the disk mounted? Otherwise, "
        + "create the directory first."
    case .otherProfile:
      "\(place) is another profile or a backup of one, and was left unchanged; choose another "
        + "directory."
    case .incompleteBackup(let has, let noted):
      "\(place) is damaged: it has \(has) of its \(noted) events, and was left unchanged; choose "
        + "another directory."
    case .backupAhead(let backup, let profile):
      "\(place) has \(backup) events and this profile has \(profile): the backup is newer, and was "
        + "left unchanged. Restore it by copying it, or choose another directory."
    case .otherHistory(let record):
      "\(place) and this profile have diverged: event #\(record) differs. The backup was left "
        + "unchanged; choose another directory."
    case .backupPlaceTaken:
      "Something else was created at \(place) meanwhile, so no backup was created; try again."
    default:
      "\(place) is not a backup, or is one that was written to and is now a separate profile. It "
        + "was left unchanged; choose another directory."
    }
  }
}
