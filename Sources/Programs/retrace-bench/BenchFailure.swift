import BenchFloor
import Catalogue
import Glibc
import Notation
import Platform
import RetraceEventLog
import RetraceStore

/// Why something could not be measured, in words for a person.
struct BenchFailure: Error {
  let message: String

  /// Runs what the system may refuse, and says then what was tried.
  static func system<Value>(
    _ operation: String, _ path: String, _ body: () throws(Errno) -> Value
  ) throws(BenchFailure) -> Value {
    do throws(Errno) {
      return try body()
    } catch {
      throw BenchFailure(message: "Cannot \(operation) \(path): \(error.text).")
    }
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
