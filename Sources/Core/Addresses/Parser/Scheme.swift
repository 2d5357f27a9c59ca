/// The special schemes of the URL Standard (section 4.2), and a case for all other schemes.
enum Scheme: UInt8, Sendable {
  case other, http, https, ws, wss, ftp, file

  /// Creates a scheme from its name in lower case.
  init(_ name: Span<UInt8>) {
    guard name.count <= 5 else {
      self = .other
      return
    }
    var packed: UInt64 = 0
    for index in name.indices { packed = packed << 8 | UInt64(name[index]) }
    // The bytes of the name, most significant first.
    switch packed {
    case 0x6874_7470: self = .http
    case 0x68_7474_7073: self = .https
    case 0x7773: self = .ws
    case 0x77_7373: self = .wss
    case 0x66_7470: self = .ftp
    case 0x6669_6C65: self = .file
    default: self = .other
    }
  }

  var isSpecial: Bool { self != .other }

  /// The port that is omitted from a serialised URL, or nil if the scheme has no default port.
  var defaultPort: Int? {
    switch self {
    case .http, .ws: 80
    case .https, .wss: 443
    case .ftp: 21
    case .file, .other: nil
    }
  }
}
