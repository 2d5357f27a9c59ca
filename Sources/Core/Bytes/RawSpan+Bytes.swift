// Operations on spans of bytes that the standard library does not offer yet without unsafe code.

extension RawSpan {
  /// The byte at an offset. Traps if the offset is outside of the bytes.
  @inlinable package subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount, "The offset is outside of the bytes.")
    return unsafe self[unchecked: offset]
  }

  /// The byte at an offset, without a bounds check, for hot loops. The caller must have checked the
  /// offset.
  @unsafe @inlinable package subscript(unchecked offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Returns the little-endian number in the four bytes at an offset. Traps if there are fewer
  /// bytes.
  @inlinable package func number(at offset: Int) -> UInt32 {
    UInt32(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A copy of the bytes.
  package var copied: [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }
  }

  /// The bytes as a string. Invalid UTF-8 becomes U+FFFD.
  package var text: String {
    #if hasFeature(Embedded)
      repairedText
    #else
      unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    #endif
  }

  #if hasFeature(Embedded)
    /// The same text as that of `String(decoding:as:)`, which would add the functions for UTF-16
    /// to the module for web pages.
    private var repairedText: String {
      var repaired: [UInt8] = []
      var rest = self
      while true {
        do throws(UTF8.ValidationError) {
          let valid = try UTF8Span(validating: Span(_bytes: rest))
          if repaired.isEmpty { return String(copying: valid) }
          repaired.append(rest)
          return repaired.span.raw.text
        } catch {
          repaired.append(rest.extracting(..<error.byteOffsets.lowerBound))
          repaired.append(contentsOf: [0xEF, 0xBF, 0xBD])
          rest = rest.extracting(error.byteOffsets.upperBound...)
        }
      }
    }
  #endif

  /// Returns whether both spans have the same bytes.
  package func isEqual(to other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    var offset = 0
    while byteCount - offset >= 4 {
      guard number(at: offset) == other.number(at: offset) else { return false }
      offset += 4
    }
    while offset < byteCount {
      guard self[offset] == other[offset] else { return false }
      offset += 1
    }
    return true
  }

  /// Returns whether the bytes begin with the given bytes.
  @inlinable package func begins(with start: some Sequence<UInt8>) -> Bool {
    var offset = 0
    for byte in start {
      guard offset < byteCount, self[offset] == byte else { return false }
      offset += 1
    }
    return true
  }
}

extension Span<UInt8> {
  /// The same bytes without a type. The standard library marks `bytes` as unsafe because elements
  /// may have padding, but bytes have no padding.
  @inlinable package var raw: RawSpan {
    @_lifetime(copy self)
    get { unsafe bytes }
  }
}

extension RangeReplaceableCollection<UInt8> {
  /// Appends the bytes of a span.
  @inlinable package mutating func append(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
