internal import Platform

/// Reads a file, a pipe or a terminal line by line, in large blocks.
///
/// A line is returned as soon as its newline has arrived. Therefore another program can wait for
/// the answer before it sends the next line. The length of lines is not limited. The last line may
/// lack a newline. A carriage return before the newline and a byte order mark at the beginning are
/// omitted. NUL is treated like any other character. Only one thread at a time may use a reader.
package final class LineReader {
  /// The open file.
  package let descriptor: Descriptor

  private var buffer: [UInt8]
  private var start = 0
  private var searched = 0
  private var end = 0
  private var isAtEnd = false
  private var number = 0
  /// The number of bytes that were returned as lines.
  package private(set) var consumedBytes = 0

  /// Creates a reader that reads from a descriptor, which it does not close.
  package init(_ descriptor: Descriptor, blockBytes: Int = 1 << 16) {
    precondition(blockBytes > 0, "a block has bytes")
    self.descriptor = descriptor
    buffer = [UInt8](repeating: 0, count: blockBytes)
  }

  /// Returns the next line, or nil at the end.
  ///
  /// Amortised O(bytes).
  package func next() throws -> InputLine? {
    while true {
      if let newline = findNewline() { return extractLine(upTo: newline, skipping: 1) }
      if isAtEnd { return start < end ? extractLine(upTo: end, skipping: 0) : nil }
      try readBlock()
    }
  }

  private func findNewline() -> Int? {
    let found = unsafe buffer.withUnsafeBytes { bytes -> Int? in
      guard searched < end, let base = bytes.baseAddress else { return nil }
      guard let newline = unsafe memchr(base + searched, 0x0a, end - searched) else { return nil }
      return unsafe UnsafeRawPointer(newline) - base
    }
    if found == nil { searched = end }
    return found
  }

  private func readBlock() throws {
    if start > 0 {
      buffer.replaceSubrange(0..<end - start, with: buffer[start..<end])
      (start, searched, end) = (0, searched - start, end - start)
    }
    if end == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
    let length = try descriptor.read(into: &buffer, from: end)
    end += length
    isAtEnd = length == 0
  }

  private func extractLine(upTo stop: Int, skipping newlineBytes: Int) -> InputLine {
    var first = start
    var last = stop
    if number == 0, buffer[first..<last].starts(with: [0xef, 0xbb, 0xbf]) { first += 3 }
    if newlineBytes > 0, last > first, buffer[last - 1] == 0x0d { last -= 1 }
    consumedBytes += stop + newlineBytes - start
    start = stop + newlineBytes
    searched = start
    number += 1
    return InputLine(buffer[first..<last], number: number)
  }
}
