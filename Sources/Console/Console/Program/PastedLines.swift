/// Lines that were pasted at the prompt, as one line.
enum PastedLines {
  /// The commands of the lines, with `;` between them; their comments are left out.
  static func joined(_ lines: [String]) -> String {
    lines.map(withoutComment).filter { !$0.isEmpty }.joined(separator: " ; ")
  }

  private static func withoutComment(_ line: String) -> String {
    var bytes = line.utf8.prefix(Words(line).comment?.lowerBound ?? line.utf8.count)
    while let last = bytes.last, last <= UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
