internal import Notation

/// Reads Apple's property lists, binary ones and those in XML, as the same values as JSON. A date
/// becomes milliseconds since 1970 UTC, data Base64.
enum PropertyList {
  /// It cannot be read.
  struct Fault: Error {}

  static func parse(_ bytes: [UInt8]) throws(Fault) -> JSON {
    if bytes.starts(with: Array("bplist".utf8)) {
      var reader = try BinaryPropertyList(bytes)
      return try reader.root()
    }
    var reader = XMLPropertyList(bytes)
    return try reader.root()
  }

  /// So deep may lists stand in one another.
  static let deepest = 512
}
