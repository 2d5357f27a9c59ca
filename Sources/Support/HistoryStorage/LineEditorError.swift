internal import Platform

/// The system refused something that line editing or its history needs.
package struct LineEditorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error number of the system (`errno`), or 0 when it gave none.
  package var code: Int32
  /// What was tried, as a verb phrase such as "open".
  package var operation: String
  /// The file, or what stands for it, such as "standard input".
  package var path: String

  /// Creates an error.
  package init(code: Int32 = 0, operation: String, path: String) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// One sentence without a full stop, for people: `cannot open /x: Permission denied`.
  package var description: String {
    "cannot \(operation) \(path)" + (code == 0 ? "" : ": " + Errno(rawValue: code).text)
  }
}
