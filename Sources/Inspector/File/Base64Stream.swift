internal import Bytes

/// An encoder that receives bytes block by block and sends them as Base64 (RFC 4648, with padding).
package struct Base64Stream {
  /// The bytes of an incomplete group of three.
  private var rest: [UInt8] = []
  private let send: ([UInt8]) throws -> Void

  /// - Parameter send: Receives the letters in order.
  package init(_ send: @escaping ([UInt8]) throws -> Void) { self.send = send }

  /// Encodes some bytes. Up to two bytes are stored until more bytes follow.
  package mutating func write(_ bytes: [UInt8]) throws {
    let all = rest.isEmpty ? bytes : rest + bytes
    let end = all.count - all.count % 3
    rest = Array(all[end...])
    if end > 0 { try send(Array(Base64.encoded(all[..<end]).utf8)) }
  }

  /// Encodes the remaining bytes, with padding.
  package mutating func finish() throws {
    guard !rest.isEmpty else { return }
    let last = Base64.encoded(rest[...])
    rest = []
    try send(Array(last.utf8))
  }
}
