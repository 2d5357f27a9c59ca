package import BrowserModel

extension EventDecoder {
  /// What stands around the body of a record, as far as a fold looks at it.
  package struct Head {
    package let batch: Sequence
    /// Milliseconds since 1970 UTC.
    package let milliseconds: Int64
    /// The kind of the body; nil for one that is not known.
    package let kind: EventKind?
    fileprivate let body: Range<Int>
  }

  /// The head of a record that was verified; nil where it makes no sense, or where its parts stand
  /// in an order that only ``decode(verified:sequence:)`` takes.
  package static func head(
    ofVerified bytes: UnsafeRawBufferPointer, sequence: Sequence
  ) -> Head? {
    var reader = WireReader(bytes, from: Record.headerLength)
    var batch = sequence
    var milliseconds: Int64 = 0
    if reader.tag == Record.Field.time << 3 { milliseconds = Int64(bitPattern: reader.number()) }
    if reader.tag == Record.Field.batchOffset << 3 {
      batch = sequence.advanced(by: 0 &- Int32(truncatingIfNeeded: reader.number()))
    }
    while reader.tag != 0, reader.tag < Record.Field.firstBody << 3 {
      if reader.tag == Record.Field.time << 3 || reader.tag == Record.Field.batchOffset << 3 {
        return nil
      }
      reader.skipField()
    }
    let field = reader.tag >> 3
    guard reader.tag & 7 == WireType.lengthDelimited, let body = reader.wholeRest() else {
      return nil
    }
    return Head(
      batch: batch, milliseconds: milliseconds, kind: EventKind(rawValue: field), body: body)
  }

  /// Folds the body of a record that was verified, without making an ``Event`` of it; false for one
  /// of the kinds that are not frequent, which has to go the usual way.
  ///
  /// Nineteen of twenty events in a log are of these kinds, and a fold looks at few of their fields.
  package static func foldFrequent(
    _ head: Head, _ bytes: UnsafeRawBufferPointer, at sequence: Sequence,
    into browser: inout Browser
  ) -> Bool {
    var reader = WireReader(
      UnsafeRawBufferPointer(rebasing: bytes[..<head.body.upperBound]), from: head.body.lowerBound)
    let milliseconds = head.milliseconds
    switch head.kind {
    case .navigationCommitted:
      let body: NavigationCommitted = reader.payload()
      if reader.isDamaged { return false }
      browser.apply(body, at: sequence, milliseconds: milliseconds)
    case .navigationTraveled:
      let body: Traveled = reader.payload()
      if reader.isDamaged { return false }
      browser.apply(body, at: sequence, milliseconds: milliseconds)
    case .tabSelected:
      let body: TabSelected = reader.payload()
      if reader.isDamaged { return false }
      browser.apply(body, at: sequence, milliseconds: milliseconds)
    case .tabOpened:
      let body: TabOpened = reader.payload()
      if reader.isDamaged { return false }
      browser.apply(body, at: sequence, milliseconds: milliseconds)
    case .tabClosed:
      let body: TabClosed = reader.payload()
      if reader.isDamaged { return false }
      browser.apply(body, at: sequence, milliseconds: milliseconds)
    case .pageTitled:
      let body: PageTitled = reader.payload()
      if reader.isDamaged { return false }
      browser.apply(body, at: sequence, milliseconds: milliseconds)
    default: return false
    }
    return true
  }
}

extension WireReader {
  /// The range of the message field at hand, if it is the last thing there.
  fileprivate mutating func wholeRest() -> Range<Int>? {
    let outerEnd = end
    let start = enterBody()
    return end == outerEnd && !isDamaged ? start..<end : nil
  }
}
