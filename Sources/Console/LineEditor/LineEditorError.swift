/// The system refused something that line editing or its history needs.
public struct LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error number of the system (`errno`), or 0 where it gave none.
  public var code: Int32
  /// What was tried, as in "open".
  public var operation: String
  /// The file, or what stands in its place.
  public var path: String

  init(code: Int32 = 0, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// One sentence without a full stop.
  public var description: String {
    "cannot \(operation) \(path)" + (code == 0 ? "" : ": " + SystemError.message(for: code))
  }
}
