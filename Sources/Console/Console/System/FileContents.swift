internal import Glibc
internal import Platform

/// A whole file in memory.
enum FileContents {
  /// Reads a file of at most so many bytes.
  static func read(_ path: String, limitBytes: Int) throws(CommandFailure) -> [UInt8] {
    try failing { () throws(SystemError) in
      let descriptor = try Descriptor.open(forReading: path)
      defer { descriptor.close() }
      return try read(descriptor, path: path, limitBytes: limitBytes)
    }
  }

  private static func read(
    _ descriptor: Descriptor, path: String, limitBytes: Int
  ) throws(SystemError) -> [UInt8] {
    let contents = try SystemError.from("read", path) { () throws(SystemCode) in
      try Descriptors.readAll(descriptor.number, limit: limitBytes)
    }
    guard contents.count <= limitBytes else {
      throw SystemError(code: EFBIG, operation: "read", path: path)
    }
    return contents
  }
}

/// Names in the file system, as they are typed.
enum FileNames {
  /// A path as the system takes it: `~` and `~/…` are the home folder, `~name/…` is that of somebody
  /// else, as in a shell.
  static func expanded(_ path: String, environment: EnvironmentVariables = .process) -> String {
    guard path.hasPrefix("~") else { return path }
    let name = path.dropFirst().prefix { $0 != "/" }
    let home = name.isEmpty ? environment["HOME"] : homeFolders[String(name)]
    guard let home, !home.isEmpty else { return path }
    return home + path.dropFirst(1 + name.count)
  }

  /// The home folders by the names of the users of this computer (`passwd(5)`).
  private static var homeFolders: [String: String] {
    guard let file = try? FileContents.read("/etc/passwd", limitBytes: 1 << 24) else { return [:] }
    var folders: [String: String] = [:]
    for line in String(decoding: file, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count == 7 { folders[String(fields[0])] = String(fields[5]) }
    }
    return folders
  }

  /// Paths that begin as typed, folders with a slash behind them; at most 200.
  static func beginning(
    with typed: String, environment: EnvironmentVariables = .process
  ) -> [String] {
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { String(typed[typed.utf8.index(after: $0)...]) } ?? typed
    if folder.isEmpty, typed.hasPrefix("~") {
      let users = homeFolders.keys.filter { $0.hasPrefix(typed.dropFirst()) }
      return ([""] + users).map { "~\($0)/" }.filter { $0.hasPrefix(typed) }.sorted()
    }
    let path = folder.isEmpty ? "." : expanded(folder, environment: environment)
    let found = try? FileTree.entries(in: path, limit: 200) { name in
      name.hasPrefix(start) && (!name.hasPrefix(".") || start.hasPrefix("."))
    }
    return (found ?? []).map { folder + $0.name + ($0.isFolder ? "/" : "") }.sorted()
  }
}

/// The kinds of pictures that browsers can show, told by their first bytes.
enum PictureFormat: String, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case gif = "GIF"

  /// The kind of a file, or nil for what is none of them (MIME Sniffing, section 6.1).
  init?(_ bytes: [UInt8]) {
    let found = Self.allCases.first { $0.begins(bytes) }
    guard let found else { return nil }
    self = found
  }

  private func begins(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .png: bytes.starts(with: [0x89] + Array("PNG\r\n\u{1a}\n".utf8))
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .webP: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBPVP".utf8)
    case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    }
  }
}

/// A picture in the signs of a terminal, as the program `chafa` draws it.
enum DrawnPicture {
  private static let rows = 20
  private static let largestDrawing = 1 << 20

  /// Lines that show a picture; nil where there is no such program, or it cannot read the picture.
  static func lines(_ picture: [UInt8], columns: Int, isColored: Bool) -> VisibleText? {
    guard let file = try? FileTree.openNameless(in: "/tmp") else { return nil }
    defer { _ = close(file) }
    guard (try? Descriptors.writeAll(file, picture)) != nil, lseek(file, 0, SEEK_SET) == 0,
      let ends = try? Descriptors.pipe()
    else { return nil }
    defer { _ = close(ends.reading) }
    var program = Spawning(
      "chafa",
      [
        "--format=symbols", "--polite=on", "--animate=off", "--size=\(columns)x\(rows)",
        "--colors=\(isColored ? "256" : "none")", "-",
      ])
    program.descriptors = [(file, 0), (ends.writing, 1)]
    program.nullDescriptors = [2]
    let process = try? program.start()
    _ = close(ends.writing)
    guard let process else { return nil }
    let bytes = try? Descriptors.readAll(ends.reading, limit: largestDrawing)
    guard process.wait() == .status(0), let bytes, bytes.count < largestDrawing else { return nil }
    return onlyColored(String(decoding: bytes, as: UTF8.self))
  }

  /// The drawing, if nothing in it does more to a terminal than colours.
  private static func onlyColored(_ drawing: String) -> VisibleText? {
    let plain = withoutColors(drawing)
    let lines = plain.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.allSatisfy({ VisibleText($0).text == $0 }), !plain.isEmpty else { return nil }
    return VisibleText(trusted: drawing.hasSuffix("\n") ? drawing : drawing + "\n")
  }

  /// The text without what sets colours (`ESC [ … m`). By hand: a regular expression would bring the
  /// library of them into every program.
  private static func withoutColors(_ drawing: String) -> String {
    var plain = ""
    var rest = drawing[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      let colours = rest[escape...].dropFirst()
      let end = colours.dropFirst().drop { "0123456789;".contains($0) }
      guard colours.first == "[", end.first == "m" else { return drawing }
      plain += rest[..<escape]
      rest = end.dropFirst()
    }
    return plain + rest
  }
}
