internal import Notation

/// What the user excludes from recording.
extension LiveSession {
  /// Applies the stored exclusions, and tells the extension whether to pause.
  package func exclude(_ exclusions: LiveExclusions) {
    mask.hosts = exclusions.hosts
    guard isPaused != exclusions.isPaused else { return }
    setPaused(exclusions.isPaused)
  }

  /// Pauses or resumes recording. The extension begins again with a snapshot when it resumes.
  func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    if isPaused { disconnect() }
    messages.append(.object([("kind", .string("pause")), ("value", .bool(isPaused))]))
  }

  /// Handles a pause of the popup, which is then stored for the next start.
  func pauseByPopup(_ message: JSON) {
    let isPaused = message["value"]?.isTrue ?? true
    requestedPause = isPaused
    setPaused(isPaused)
  }
}
