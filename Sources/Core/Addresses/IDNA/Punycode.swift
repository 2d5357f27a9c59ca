/// Punycode (RFC 3492) in O(n log n).
///
/// The algorithm of the RFC is quadratic: encoding scans the text once for each distinct code
/// point, and decoding inserts into the middle. A ``PositionSet`` makes both operations fast.
enum Punycode {
  /// The parameters of the RFC, section 5: `base`, `initial_bias` and `initial_n`.
  private static let base: UInt32 = 36
  private static let firstBias: UInt32 = 72
  private static let firstCode: UInt32 = 0x80

  /// Appends the encoding of a label with non-ASCII code points, without `xn--`.
  ///
  /// - Returns: False on overflow.
  static func append(_ codes: [UInt32], to result: inout [UInt8]) -> Bool {
    let start = result.count
    var order: [UInt64] = []
    var handled = PositionSet(count: codes.count)
    for (position, code) in codes.enumerated() {
      if code < 0x80 {
        result.append(UInt8(truncatingIfNeeded: code))
        handled.insert(position)
      } else {
        order.append(UInt64(code) << 32 | UInt64(position))
      }
    }
    var state = State(handledCount: UInt32(result.count - start))
    if result.count > start { result.append(UInt8(ascii: "-")) }
    order.sort()
    var rest = order[...]
    while let first = rest.first {
      let places = rest.prefix { $0 >> 32 == first >> 32 }
      guard state.append(places, handled, to: &result) else { return false }
      for place in places { handled.insert(Punycode.position(place)) }
      rest = rest.dropFirst(places.count)
    }
    return true
  }

  /// Returns the position in a label that is stored in the lower half of a sorted element.
  private static func position(_ place: UInt64) -> Int { Int(place & 0xFFFF_FFFF) }

  /// The state of the encoder: `delta`, `n`, `h` and `bias` of the RFC.
  private struct State {
    var delta: UInt32 = 0
    var nextCode = Punycode.firstCode
    var handledCount: UInt32
    var bias = Punycode.firstBias
    var isFirst = true

    init(handledCount: UInt32) {
      self.handledCount = handledCount
    }

    /// Encodes all positions of one code point.
    ///
    /// - Parameters:
    ///   - places: Elements with the positions in the lower halves and the code point in the upper
    ///     halves.
    ///   - handled: The positions of all smaller code points.
    ///   - result: The array to append the digits to.
    /// - Returns: False on overflow.
    mutating func append(
      _ places: ArraySlice<UInt64>, _ handled: PositionSet, to result: inout [UInt8]
    ) -> Bool {
      let code = UInt32(places[places.startIndex] >> 32)
      let (steps, overflow) = (code - nextCode).multipliedReportingOverflow(by: handledCount + 1)
      guard !overflow, advance(by: steps) else { return false }
      var passed: UInt32 = 0
      for place in places {
        let before = UInt32(handled.count(before: Punycode.position(place)))
        guard advance(by: before - passed) else { return false }
        passed = before
        Punycode.append(delta, bias: bias, to: &result)
        handledCount += 1
        bias = Punycode.adapt(delta, handledCount, isFirst: isFirst)
        isFirst = false
        delta = 0
      }
      nextCode = code + 1
      return advance(by: UInt32(handled.insertedCount) - passed) && advance(by: 1)
    }

    /// Adds to `delta`.
    ///
    /// - Returns: False on overflow.
    private mutating func advance(by amount: UInt32) -> Bool {
      let (sum, overflow) = delta.addingReportingOverflow(amount)
      delta = sum
      return !overflow
    }
  }

  /// Decodes Punycode.
  ///
  /// - Parameter input: The text after `xn--`, in lower case.
  /// - Returns: The code points, or nil if the input is not valid Punycode.
  static func decode(_ input: ArraySlice<UInt32>) -> [UInt32]? {
    var literals: ArraySlice<UInt32> = []
    var rest = input
    if let hyphen = input.lastIndex(of: 0x2D), hyphen > input.startIndex {
      literals = input[..<hyphen]
      rest = input[(hyphen + 1)...]
    }
    guard literals.allSatisfy({ $0 < 0x80 }) else { return nil }
    var insertions: [(position: Int, code: UInt32)] = []
    var code = firstCode
    var place: UInt32 = 0
    var bias = firstBias
    while !rest.isEmpty {
      guard let delta = readNumber(&rest, bias: bias) else { return nil }
      let length = UInt32(literals.count + insertions.count + 1)
      bias = adapt(delta, length, isFirst: insertions.isEmpty)
      let (sum, overflow) = place.addingReportingOverflow(delta)
      guard !overflow, sum / length <= 0x10FFFF - code else { return nil }
      code += sum / length
      place = sum % length
      guard code < 0xD800 || code > 0xDFFF else { return nil }
      insertions.append((Int(place), code))
      place += 1
    }
    return spread(insertions, among: literals)
  }

  /// Applies insertions from last to first. The final position of the last insertion is known. The
  /// position of each earlier insertion counts only the positions that are still free.
  private static func spread(
    _ insertions: [(position: Int, code: UInt32)], among literals: ArraySlice<UInt32>
  ) -> [UInt32] {
    let total = literals.count + insertions.count
    var free = PositionSet(full: total)
    var result = [UInt32](repeating: 0, count: total)
    var isTaken = [Bool](repeating: false, count: total)
    for insertion in insertions.reversed() {
      let position = free.position(ofIndex: insertion.position)
      free.remove(position)
      isTaken[position] = true
      result[position] = insertion.code
    }
    var next = literals.startIndex
    for position in 0..<total where !isTaken[position] {
      result[position] = literals[next]
      next += 1
    }
    return result
  }

  /// Reads a generalised variable-length integer (section 3.3). Returns nil if the integer is
  /// truncated or overflows.
  private static func readNumber(_ rest: inout ArraySlice<UInt32>, bias: UInt32) -> UInt32? {
    var value: UInt32 = 0
    var weight: UInt32 = 1
    var position = base
    while let digit = rest.popFirst().flatMap(digitValue) {
      let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
      let (sum, sumOverflow) = value.addingReportingOverflow(product)
      guard !overflow, !sumOverflow else { return nil }
      value = sum
      let threshold = threshold(position, bias)
      if digit < threshold { return value }
      let (next, weightOverflow) = weight.multipliedReportingOverflow(by: base - threshold)
      guard !weightOverflow else { return nil }
      weight = next
      position += base
    }
    return nil
  }

  /// Appends a generalised variable-length integer.
  private static func append(_ number: UInt32, bias: UInt32, to result: inout [UInt8]) {
    var rest = number
    var position = base
    while true {
      let threshold = threshold(position, bias)
      guard rest >= threshold else { break }
      result.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      position += base
    }
    result.append(digit(rest))
  }

  /// Returns the threshold of a digit (section 3.3).
  private static func threshold(_ position: UInt32, _ bias: UInt32) -> UInt32 {
    position <= bias ? 1 : min(position - bias, 26)
  }

  /// Returns the bias to use after a number was encoded or decoded (section 6.1).
  private static func adapt(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt32 = 0
    while delta > 455 {
      delta /= 35
      steps += base
    }
    return steps + 36 * delta / (delta + 38)
  }

  /// Returns the character of a digit.
  private static func digit(_ value: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x16 + value)
  }

  /// Returns the value of a digit, or nil if the character is not a digit.
  private static func digitValue(_ code: UInt32) -> UInt32? {
    if code &- 0x61 < 26 { return code &- 0x61 }
    return code &- 0x30 < 10 ? code &- 0x30 + 26 : nil
  }
}
