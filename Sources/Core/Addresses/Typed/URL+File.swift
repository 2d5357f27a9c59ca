extension URL {
  /// The URL of a path from the root: all of it is the path, `?` and `#` are parts of names.
  static func file(path: [UInt8]) -> URL? {
    var writer = Writer(capacity: path.count + 8)
    let prefix = Array("file://".utf8)
    writer.append(prefix.span)
    writer.append(path.span, encoding: .path.union("%\\"))
    return URL(writer.text)
  }
}
