public import EventLog
internal import Store

/// Whether there is a profile to look at.
extension Shell {
  /// Refuses to look at a profile that is not there, where one was named: an empty answer would hide a
  /// name that was mistyped. The default profile of a newcomer is empty until something is written.
  func refuseMissingProfile() throws(CommandFailure) {
    guard isProfileNamed, store.log.isProfileMissing, let path = store.log.directory else {
      return
    }
    throw CommandFailure(
      "noProfile", "There is no profile at “\(path)”; the first command that writes makes one.",
      status: .unopened)
  }

  /// Refuses what belongs to the console alone where the console ends at once: it would vanish.
  func refuseToVanish(_ sentence: String) throws(CommandFailure) {
    guard isOneCommand, store.log.directory != nil else { return }
    throw CommandFailure("notAllowed", sentence)
  }

  /// Refuses a private window that nobody could ever look at.
  func refuseLostWindow() throws(CommandFailure) {
    try refuseToVanish(
      "A private window lives in the console that opens it, and this one ends with the command: "
        + "type it at the prompt of “retrace”.")
  }
}

extension EventLog {
  /// What to say to a person when this process has made the profile; nil where it was there.
  public var newProfileSentence: VisibleText? {
    guard hasMadeProfile, let directory else { return nil }
    return "made a new profile at “\(directory)”"
  }
}
