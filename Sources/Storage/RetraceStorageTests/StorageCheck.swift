public import RetraceEventLog

/// One requirement that each storage of a log must fulfil, as a test that any test framework can
/// run.
///
/// The article “Your own storage” of `RetraceEventLog` shows how to run all checks.
public struct StorageCheck: CustomStringConvertible, Sendable {
  /// A function that opens the log with a name in a storage, and creates the log if it is missing.
  /// It must open the same log each time it is called with the same name by the same check. The
  /// check releases the previous log first.
  public typealias OpenLog = (_ name: String) throws -> EventLog

  /// All checks: first of the log, and then of a store on the log.
  public static let all: [StorageCheck] = recordChecks + tableChecks + storeChecks

  /// The requirement as a sentence without its period, such as “a dropped batch changes nothing”.
  public let description: String
  private let body: @Sendable (OpenLog) throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (OpenLog) throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Runs the check.
  ///
  /// - Parameter open: Opens a log. All logs of a check must be empty when it begins.
  /// - Throws: ``StorageCheckError`` if the requirement is not fulfilled, and the errors of the
  ///   storage.
  public func run(_ open: OpenLog) throws { try body(open) }
}

/// Throws an error unless two values are equal.
func expect<Value: Equatable>(_ found: Value, is expected: Value, _ subject: String) throws {
  guard found != expected else { return }
  throw StorageCheckError("\(subject): expected \(expected), but found \(found).")
}

/// Throws an error unless a condition holds.
func expect(_ condition: Bool, _ sentence: String) throws {
  guard !condition else { return }
  throw StorageCheckError(sentence)
}
