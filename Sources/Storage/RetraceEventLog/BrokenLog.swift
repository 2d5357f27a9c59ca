import CLMDB

/// The ways in which a program can react to a data file that is so damaged that LMDB ends the
/// process.
///
/// LMDB trusts the pages that it maps. A damaged page can make LMDB read unmapped memory, which
/// raises a signal, or fail an assertion. Only a failed assertion is reported to the handler set
/// here.
public enum BrokenLog {
  /// Sets the handler that is called if LMDB finds its own data inconsistent.
  ///
  /// Call this before the first log is opened. Without a handler, LMDB aborts the process.
  ///
  /// - Parameter handler: Receives LMDB's message in ASCII. The handler must not return.
  public static func onAssertion(_ handler: @escaping AssertionHandler) {
    unsafe assertionHandler = handler
  }

  /// Whether this process has opened a log that it cannot lock. If so, a page that looks damaged
  /// may have been reused by another process in the meantime.
  public internal(set) static var readsWithoutLock: Bool {
    get { unsafe isWithoutLock }
    set { unsafe isWithoutLock = newValue }
  }

  nonisolated(unsafe) private static var isWithoutLock = false

  nonisolated(unsafe) static var assertionHandler: AssertionHandler?

  /// A C function that receives a null-terminated string.
  public typealias AssertionHandler = @convention(c) (UnsafePointer<CChar>?) -> Void
}
