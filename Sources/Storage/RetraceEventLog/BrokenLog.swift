import CLMDB
import Glibc

/// What a program can do about a data file so damaged that LMDB ends the process.
///
/// LMDB trusts the pages that it maps. A damaged one makes it read where nothing is mapped (a
/// signal) or fail an assertion; only of the latter a program is told.
public enum BrokenLog {
  /// Sets what is called when LMDB finds its own data wrong.
  ///
  /// Call it before the first log is opened. Without a handler LMDB aborts the process.
  ///
  /// - Parameter handler: Receives LMDB's message, in ASCII. It must not return.
  public static func onAssertion(_ handler: @escaping AssertionHandler) {
    unsafe assertionHandler = handler
  }

  /// Whether this process has opened a log that it cannot lock. What looks like damage may then
  /// be a page that another process has reused meanwhile.
  public internal(set) static var readsWithoutLock: Bool {
    get { unsafe isWithoutLock }
    set { unsafe isWithoutLock = newValue }
  }

  nonisolated(unsafe) private static var isWithoutLock = false

  nonisolated(unsafe) static var assertionHandler: AssertionHandler?

  /// A C function that receives a text that ends with a zero byte.
  public typealias AssertionHandler = @convention(c) (UnsafePointer<CChar>?) -> Void
}
