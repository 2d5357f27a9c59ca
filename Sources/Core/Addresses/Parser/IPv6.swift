/// An IPv6 address (URL Standard, sections 3.5 and 3.6).
struct IPv6 {
  /// The eight numbers of the address.
  private(set) var pieces: [8 of UInt16] = .init(repeating: 0)

  /// Reads the text between the brackets. Returns nil if the text is not an address.
  init?(_ input: Span<UInt8>) {
    var piece = 0
    var compress: Int?
    var index = 0
    if !input.isEmpty, input[0] == UInt8(ascii: ":") {
      guard input.count > 1, input[1] == UInt8(ascii: ":") else { return nil }
      index = 2
      piece = 1
      compress = 1
    }
    while index < input.count {
      guard piece < 8 else { return nil }
      if input[index] == UInt8(ascii: ":") {
        guard compress == nil else { return nil }
        index += 1
        piece += 1
        compress = piece
        continue
      }
      let start = index
      var value: UInt16 = 0
      while index < input.count, index - start < 4, let digit = input[index].hexadecimalValue {
        value = value << 4 | UInt16(digit)
        index += 1
      }
      if index < input.count, input[index] == UInt8(ascii: ".") {
        guard index > start, piece <= 6,
          let tail = IPv4(serialised: input.extracting(start..<input.count))
        else { return nil }
        pieces[piece] = UInt16(tail.value >> 16)
        pieces[piece + 1] = UInt16(truncatingIfNeeded: tail.value)
        piece += 2
        break
      }
      if index < input.count {
        guard input[index] == UInt8(ascii: ":") else { return nil }
        index += 1
        guard index < input.count else { return nil }
      }
      pieces[piece] = value
      piece += 1
    }
    guard spread(to: piece, from: compress) else { return nil }
  }

  /// Moves the pieces after `::` to the end.
  ///
  /// - Returns: Whether the address is complete.
  private mutating func spread(to count: Int, from compress: Int?) -> Bool {
    guard let compress else { return count == 8 }
    var source = count - 1
    var target = 7
    while source >= compress, target > source {
      pieces[target] = pieces[source]
      pieces[source] = 0
      source -= 1
      target -= 1
    }
    return true
  }

  /// The first of the longest runs of at least two zero pieces, or an empty range at the end if
  /// there is no such run.
  private var longestZeros: Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0..<8 {
      if pieces[index] != 0 { start = index + 1 }
      if index + 1 - start > longest.count { longest = start..<index + 1 }
    }
    return longest.count > 1 ? longest : 8..<8
  }

  /// Writes the address in brackets, compressed as the standard specifies.
  func write(to writer: inout Writer) {
    let zeros = longestZeros
    writer.append(UInt8(ascii: "["))
    var index = 0
    while index < 8 {
      if index == zeros.lowerBound {
        writer.append(UInt8(ascii: ":"))
        if index == 0 { writer.append(UInt8(ascii: ":")) }
        index = zeros.upperBound
        continue
      }
      writer.appendHexadecimal(Int(pieces[index]))
      index += 1
      if index < 8 { writer.append(UInt8(ascii: ":")) }
    }
    writer.append(UInt8(ascii: "]"))
  }
}
