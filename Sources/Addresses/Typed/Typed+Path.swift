/// Paths of the file system.
extension Typed {
  /// A path from the root or from the home folder as a `file:` URL; nil for other texts.
  ///
  /// All of it is the path: a `?` or `#` is part of a name.
  static func path(_ typed: TypedText, _ context: Context) -> Resolution? {
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
    var writer = Writer(capacity: path.count + 8)
    let prefix = Array("file://".utf8)
    writer.append(prefix.span)
    writer.append(path.span, encoding: .path.union("%\\"))
    return URL(utf8: writer.bytes.span).map { .address($0, "It is a path of the file system.") }
  }
}
