/// The requests of signals that have arrived but have not been handled yet.
package struct PendingSignals: OptionSet {
  package var rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Control-C (SIGINT).
  package static let interrupt = PendingSignals(rawValue: 1 << 0)
  /// The process must end (SIGTERM, SIGHUP).
  package static let terminate = PendingSignals(rawValue: 1 << 1)
  /// Control-Z (SIGTSTP).
  package static let suspend = PendingSignals(rawValue: 1 << 2)
  /// The process was continued after a stop (SIGCONT).
  package static let resume = PendingSignals(rawValue: 1 << 3)
  /// The size of the terminal has changed (SIGWINCH).
  package static let resize = PendingSignals(rawValue: 1 << 4)
}
