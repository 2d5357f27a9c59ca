internal import Platform

/// The picture formats that browsers support, recognised by their first bytes.
enum PictureFormat: String, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case gif = "GIF"

  /// Detects the format of a file, or returns nil for other files (MIME Sniffing, section 6.1).
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
