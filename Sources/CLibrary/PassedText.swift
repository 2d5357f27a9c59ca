internal import CRetrace
internal import Catalogue
internal import Platform
internal import Server

/// A text that the caller passed to a call.
@safe struct PassedText {
  private let start: UnsafePointer<CChar>?
  private let length: Int
  /// The name of the parameter in the header.
  private let name: String

  init(_ start: UnsafePointer<CChar>?, _ length: Int, _ name: String) {
    unsafe self.start = start
    self.length = length
    self.name = name
  }

  /// Returns the bytes of the text.
  func bytes() throws -> [UInt8] {
    guard let start = unsafe start else { throw CommandError(.badArguments, "“\(name)” is NULL.") }
    let limit = EmbeddedClient.largestMessageBytes
    // In Swift, SIZE_MAX is -1.
    let count = length == -1 ? unsafe strnlen(start, limit + 1) : length
    guard (0...limit).contains(count) else {
      throw CommandError(.badArguments, "“\(name)” is longer than 16 MiB.")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns the text as a string.
  func text() throws -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else {
      throw CommandError(.badArguments, "“\(name)” is not UTF-8.")
    }
    return text
  }

  /// Returns the text as a path.
  func path() throws -> String {
    let text = try text()
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw CommandError(
        .badArguments, "“\(name)” is not a path, because it is empty or contains a NUL byte.")
    }
    return text
  }
}
