package import EngineDialogue

extension EngineReport.ViewEvent {
  /// The events that a program can report, by their names in the protocol.
  package static let names = [
    "started", "redirected", "committed", "changedInPlace", "titled", "scrolled", "failed",
    "finished", "gone",
  ]
}
