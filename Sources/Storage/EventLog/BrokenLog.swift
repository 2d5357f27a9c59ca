/// LMDB trusts its data files: one that is damaged ends the process, by a fault or an assertion. A
/// program can say something of the latter before it ends.
public enum BrokenLog {
  /// Is called when LMDB finds its own data wrong; it gets LMDB's words, in ASCII, and must not return.
  /// Set it before the first log is opened. Without one LMDB aborts the process.
  public static func onAssertion(_ handler: @escaping AssertionHandler) {
    unsafe assertionHandler = handler
  }

  /// Whether this process reads a log that it cannot lock. What looks like damage in it may be a page
  /// that another process has written meanwhile.
  public internal(set) static var readsWithoutLock: Bool {
    get { unsafe isWithoutLock }
    set { unsafe isWithoutLock = newValue }
  }

  nonisolated(unsafe) private static var isWithoutLock = false

  nonisolated(unsafe) static var assertionHandler: AssertionHandler?

  public typealias AssertionHandler = @convention(c) (UnsafePointer<CChar>?) -> Void
}
