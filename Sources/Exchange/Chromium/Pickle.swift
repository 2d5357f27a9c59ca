internal import BrowserModel

/// Reads Chromium's `base::Pickle`, which is a sequence of values, each padded to four bytes. If a
/// value is missing, this value and all later values are nil.
struct Pickle {
  private var rest: ArraySlice<UInt8>

  /// - Parameter payload: The length in four bytes, followed by the values.
  init(_ payload: ArraySlice<UInt8>) {
    rest = payload.dropFirst(4)
  }

  mutating func integer() -> Int? { number(Int32.self).map(Int.init) }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard let number = rest.littleEndian(type) else {
      rest = []
      return nil
    }
    rest = rest.dropFirst(Number.bitWidth / 8)
    return number
  }

  mutating func string() -> String? {
    bytes(ofEach: 1).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a UTF-16 string.
  mutating func wideString() -> String? {
    guard let bytes = bytes(ofEach: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func bytes(ofEach width: Int) -> ArraySlice<UInt8>? {
    guard let count = integer(), count >= 0, count <= rest.count / width else {
      rest = []
      return nil
    }
    let bytes = rest.prefix(count * width)
    rest = rest.dropFirst((count * width + 3) & ~3)
    return bytes
  }
}

extension [UInt8] {
  mutating func append(littleEndian number: some FixedWidthInteger) {
    append(contentsOf: number.littleEndianBytes)
  }
}
