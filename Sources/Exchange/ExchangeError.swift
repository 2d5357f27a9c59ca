/// An error of an import, an export, a recording or a replay.
///
/// The log and the store throw separate error types.
package struct ExchangeError: Error {
  /// The kinds of errors that a caller can distinguish.
  package enum Code: Sendable {
    /// A file cannot be read or parsed, so nothing was imported.
    case importFailed
    /// Nothing was exported.
    case exportFailed
    /// A browser cannot be started, or does not answer.
    case browserFailed
    /// A row of a list cannot be read. The other rows can still be read.
    case invalidRow
    /// The user pressed Ctrl-C. Nothing was written.
    case interrupted
  }

  package let code: Code
  /// A sentence for the user. For ``Code/invalidRow``, a clause such as “it has no time”.
  package let message: String
  /// The error that caused this error, or nil.
  package let underlying: (any Error)?

  package init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension ExchangeError: CustomStringConvertible {
  package var description: String { message }
}

extension ExchangeError: Equatable {
  /// Errors are equal if their codes and messages are equal.
  package static func == (one: ExchangeError, other: ExchangeError) -> Bool {
    one.code == other.code && one.message == other.message
  }
}
