extension LogError {
  /// The message about a backup that was not created or compared. An existing backup is unchanged.
  var ofBackup: String {
    switch reason {
    case .nothingToBackUp:
      "There is nothing to back up: the profile does not exist yet, or is only in memory."
    case .insideProfile:
      "\(place) is the profile itself, is inside it, or contains it. Choose another directory, on "
        + "another disk if possible."
    case .noBackup: "There is no backup at \(place). “backup” without --verify creates one."
    case .noParentDirectory:
      "\(place) does not exist, so no backup was created in it. Check that the disk is mounted, "
        + "or create the directory first."
    case .otherProfile:
      "\(place) is another profile or a backup of one, and was not changed. Choose another "
        + "directory."
    case .incompleteBackup(let has, let noted):
      "\(place) is damaged: only \(has) of its \(noted) events are left. It was not changed. "
        + "Choose another directory."
    case .backupAhead(let backup, let profile):
      "\(place) has \(backup) events and this profile has \(profile). The backup is newer, and "
        + "was not changed. Copy it to restore it, or choose another directory."
    case .otherHistory(let record):
      "\(place) and this profile have diverged: event #\(record) differs. The backup was not "
        + "changed. Choose another directory."
    case .backupPlaceTaken:
      "Something else was created at \(place) at the same time, so no backup was created there. Try "
        + "again."
    default:
      "\(place) is not a backup, or is no longer one because something was written to it. It was "
        + "not changed. Choose another directory."
    }
  }
}
