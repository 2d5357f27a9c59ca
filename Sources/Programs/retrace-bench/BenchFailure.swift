import BenchFloor
import EventLog
import Glibc
import Store

/// Why something could not be measured, in words for a person.
struct BenchFailure: Error {
  let message: String

  static func system(_ operation: String, _ path: String) -> BenchFailure {
    BenchFailure(message: "Cannot \(operation) \(path): \(String(cString: strerror(errno))).")
  }

  /// Runs what may fail in the log or the session.
  static func from<Value>(_ body: () throws -> Value) throws(BenchFailure) -> Value {
    do {
      return try body()
    } catch let failure as BenchFailure {
      throw failure
    } catch let failure as StoreFailure {
      throw BenchFailure(message: failure.message)
    } catch {
      throw BenchFailure(message: "\(error)")
    }
  }
}
