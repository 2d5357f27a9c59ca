internal import Glibc
internal import Platform
internal import Synchronization

/// What signals have asked for and has not been done yet.
struct PendingSignals: OptionSet {
  var rawValue: Int

  /// Control-C (SIGINT).
  static let interrupt = PendingSignals(rawValue: 1 << 0)
  /// The process must end (SIGTERM, SIGHUP).
  static let terminate = PendingSignals(rawValue: 1 << 1)
  /// Control-Z (SIGTSTP).
  static let suspend = PendingSignals(rawValue: 1 << 2)
  /// The process continues after a stop (SIGCONT).
  static let resume = PendingSignals(rawValue: 1 << 3)
  /// The terminal has another size (SIGWINCH).
  static let resize = PendingSignals(rawValue: 1 << 4)
}
