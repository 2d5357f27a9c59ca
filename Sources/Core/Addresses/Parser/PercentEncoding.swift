/// Percent-encoding of bytes (URL Standard, section 1.3).
enum PercentEncoding {
  /// Returns the bytes with each `%XX` replaced by its byte. A `%` without two hexadecimal digits
  /// is unchanged.
  static func decode(_ input: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(input.count)
    var index = 0
    while index < input.count {
      let byte = input[index]
      if byte == UInt8(ascii: "%"), index + 2 < input.count,
        let high = input[index + 1].hexadecimalValue, let low = input[index + 2].hexadecimalValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(byte)
        index += 1
      }
    }
    return result
  }
}
