internal import Notation

/// Pausing, and other exclusions from recording.
extension LiveSession {
  /// Applies the stored exclusions, and sends the extension whether to pause.
  package func exclude(_ exclusions: LiveExclusions) {
    mask.hosts = exclusions.hosts
    guard isPaused != exclusions.isPaused else { return }
    setPaused(exclusions.isPaused)
  }

  /// Pauses or resumes recording. When recording resumes, the extension sends a new snapshot.
  func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    if isPaused { disconnect() }
    messages.append(.object([("kind", .string("pause")), ("value", .bool(isPaused))]))
  }

  /// Handles a request of the popup to pause or resume. The choice is then stored for the next
  /// start.
  func pauseByPopup(_ message: JSON) {
    let isPaused = message["value"]?.isTrue ?? true
    requestedPause = isPaused
    setPaused(isPaused)
  }
}
