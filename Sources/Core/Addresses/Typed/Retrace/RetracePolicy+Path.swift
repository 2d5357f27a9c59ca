/// Paths of the file system.
extension RetracePolicy {
  /// A path from the root or from the home folder as a `file:` URL; nil for other texts.
  ///
  /// All of it is the path: a `?` or `#` is part of a name.
  static func path(_ typed: TypedText, _ context: Typed.Context) -> Resolution? {
    let bytes = typed.bytes
    guard let first = bytes.first else { return nil }
    var path: [UInt8]
    if first == UInt8(ascii: "/") {
      guard bytes.count == 1 || bytes[1] != first else { return nil }
      path = bytes
    } else if first == UInt8(ascii: "~"), let home = context.homeFolder,
      bytes.count == 1 || bytes[1] == UInt8(ascii: "/")
    {
      path = Array(home.utf8) + bytes.dropFirst()
    } else {
      return nil
    }
    return file(path)
  }

  /// A path that begins with two slashes, where no host follows them.
  static func doubleSlashPath(_ typed: TypedText) -> Resolution? {
    guard typed.bytes.span.hasTwoSlashes(at: 0..<typed.bytes.count) else { return nil }
    return file(Array(typed.bytes.dropFirst()))
  }

  private static func file(_ path: [UInt8]) -> Resolution? {
    URL.file(path: path).map { .address($0, "It is a path of the file system.") }
  }
}
