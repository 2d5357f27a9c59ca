/// The schemes that the URL Standard treats specially (section 4.2), and all others.
enum Scheme: UInt8, Sendable {
  case other, http, https, ws, wss, ftp, file

  /// Reads a scheme in lower case.
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

  /// The port that is left out when it is written, nil where there is none.
  var defaultPort: Int? {
    switch self {
    case .http, .ws: 80
    case .https, .wss: 443
    case .ftp: 21
    case .file, .other: nil
    }
  }
}

/// An input cut at its first `#`, and before that at its first `?`.
struct Sections {
  var body: Range<Int>
  var query: Range<Int>?
  var fragment: Range<Int>?

  init() {
    body = 0..<0
  }

  init(_ input: Span<UInt8>, _ range: Range<Int>) {
    var end = range.upperBound
    if let hash = input.firstIndex(of: UInt8(ascii: "#"), in: range) {
      fragment = hash + 1..<end
      end = hash
    }
    if let mark = input.firstIndex(of: UInt8(ascii: "?"), in: range.lowerBound..<end) {
      query = mark + 1..<end
      end = mark
    }
    body = range.lowerBound..<end
  }

  var isOnlyBody: Bool { query == nil && fragment == nil }
}
