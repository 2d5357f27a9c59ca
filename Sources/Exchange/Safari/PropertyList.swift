internal import Notation

/// Reads Apple's property lists, in binary and XML form, as JSON values. A date becomes
/// milliseconds since 1970 UTC, and data becomes Base64.
enum PropertyList {
  /// The property list cannot be read.
  struct Fault: Error {}

  static func parse(_ bytes: [UInt8]) throws(Fault) -> JSON {
    if bytes.starts(with: Array("bplist".utf8)) {
      var reader = try BinaryPropertyList(bytes)
      return try reader.root()
    }
    var reader = XMLPropertyList(bytes)
    return try reader.root()
  }

  /// The maximum nesting depth of lists.
  static let deepest = 512
}
