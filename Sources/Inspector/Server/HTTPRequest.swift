/// A request of a browser (HTTP/1.1).
struct HTTPRequest: Equatable {
  let method: String
  /// The path without the query.
  let path: String
  /// The text after `?`, or an empty string.
  let query: String
  let body: [UInt8]
  /// The values of the header fields, by their names in lower case.
  private let fields: [String: String]

  /// The largest head in bytes.
  private static let largestHead = 16 << 10
  /// The largest body in bytes.
  private static let largestBody = 64 << 10

  /// The result of reading the bytes received so far.
  enum Reading: Equatable {
    case incomplete
    case complete(HTTPRequest)
    /// The status with which the server rejects the request.
    case invalid(Int)
  }

  /// Returns the value of a header field, or nil if the request does not have the field.
  func field(_ name: String) -> String? { fields[name] }

  /// Returns the value of a parameter of the query, or nil.
  func parameter(_ name: String) -> String? {
    for part in query.utf8.split(separator: UInt8(ascii: "&")) {
      let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1)
      if pair.count == 2, pair[0].elementsEqual(name.utf8) { return String(pair[1]) }
    }
    return nil
  }

  /// Returns the value of a cookie, or nil.
  func cookie(_ name: String) -> String? {
    for part in (field("cookie") ?? "").utf8.split(separator: UInt8(ascii: ";")) {
      let pair = part.drop { $0 == UInt8(ascii: " ") }
        .split(separator: UInt8(ascii: "="), maxSplits: 1)
      if pair.count == 2, pair[0].elementsEqual(name.utf8) { return String(pair[1]) }
    }
    return nil
  }

  /// Reads a request. Anything unusual is rejected: a body without a length, repeated fields, and
  /// fields over several lines.
  static func read(_ bytes: [UInt8]) -> Reading {
    guard let end = headEnd(bytes) else {
      return bytes.count > largestHead ? .invalid(431) : .incomplete
    }
    guard end <= largestHead else { return .invalid(431) }
    let head = bytes[..<end]
    guard head.allSatisfy({ $0 == 0x0D || $0 == 0x0A || (0x20...0x7E).contains($0) }) else {
      return .invalid(400)
    }
    let lines = String(decoding: head, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasPrefix("/"), words[2] == "HTTP/1.1" else {
      return .invalid(400)
    }
    guard let fields = fields(lines.dropFirst()) else { return .invalid(400) }
    guard fields["transfer-encoding"] == nil else { return .invalid(501) }
    var length = 0
    if let text = fields["content-length"] {
      guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return .invalid(400)
      }
      guard let number = Int(text), number <= largestBody else { return .invalid(413) }
      length = number
    }
    let body = bytes[(end + 4)...]
    guard body.count >= length else { return .incomplete }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return .complete(
      HTTPRequest(
        method: String(words[0]), path: String(target[0]),
        query: target.count > 1 ? String(target[1]) : "", body: Array(body.prefix(length)),
        fields: fields))
  }

  /// Returns the position of the empty line after the head, or nil if it has not been received.
  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { index in
      bytes[index] == 0x0D && bytes[index + 1] == 0x0A && bytes[index + 2] == 0x0D
        && bytes[index + 3] == 0x0A
    }
  }

  private static func fields(_ lines: ArraySlice<Substring>) -> [String: String]? {
    var fields: [String: String] = [:]
    for line in lines {
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty, !pair[0].utf8.contains(UInt8(ascii: " ")) else {
        return nil
      }
      let name = pair[0].lowercased()
      guard fields[name] == nil else { return nil }
      var value = pair[1].drop { $0 == " " }
      while value.last == " " { value.removeLast() }
      fields[name] = String(value)
    }
    return fields
  }
}
