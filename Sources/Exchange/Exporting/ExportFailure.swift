import BrowserModel
internal import EventLog
import Store
import Timeline

/// Why nothing was exported.
public struct ExportFailure: Error, Equatable {
  /// One plain sentence.
  public let message: String

  public init(_ message: String) { self.message = message }
}
