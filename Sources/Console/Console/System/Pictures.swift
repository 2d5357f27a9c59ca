internal import Glibc
internal import Platform

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
