/// Why a browser cannot be started, or be asked.
public struct BrowserFailure: Error, Equatable {
  /// One plain sentence.
  public let message: String

  public init(_ message: String) { self.message = message }
}
