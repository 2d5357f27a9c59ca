internal import BrowserModel
internal import EventLog
import Store

/// Why nothing was imported.
public struct ImportFailure: Error, Equatable {
  /// One plain sentence.
  public let message: String

  public init(_ message: String) { self.message = message }
}
