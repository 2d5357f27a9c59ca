internal import Notation

/// Reads Apple's binary and XML property lists as JSON values. A date becomes milliseconds since
/// 1970 UTC, and data becomes Base64.
enum PropertyList {
  /// Parses a property list. Returns nil if the bytes are not a property list.
  static func parse(_ bytes: [UInt8]) -> JSON? {
    if bytes.starts(with: Array("bplist".utf8)) {
      var reader = try? BinaryPropertyList(bytes)
      return try? reader?.root()
    }
    var reader = XMLPropertyList(bytes)
    return try? reader.root()
  }

  /// The error for a damaged property list.
  static let damage = ExchangeError(.importFailed, "The property list is damaged.")

  /// The maximum nesting depth of lists.
  static let deepest = 512
}
