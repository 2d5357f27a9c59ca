internal import BrowserModel
internal import Bytes

/// Writes numbers (LEB128), and texts and lists after their counts.
struct MessageWriter {
  private var writer = ByteWriter()

  /// The bytes written.
  var bytes: [UInt8] { Array(writer.bytes) }

  /// Adds a number.
  mutating func put(_ number: UInt64) { writer.put(number) }

  /// Adds a number.
  mutating func put(_ number: UInt32) { put(UInt64(number)) }

  /// Adds whether something is so.
  mutating func put(_ flag: Bool) { put(UInt64(flag ? 1 : 0)) }

  /// Adds bytes behind their count.
  mutating func put(_ block: some Collection<UInt8>) {
    writer.put(count: block.count)
    writer.put(contentsOf: block)
  }

  /// Adds a text behind the count of its bytes.
  mutating func put(_ text: String) { put(text.utf8) }

  /// Adds a list behind its count.
  mutating func put<Elements: Collection>(
    list elements: Elements, _ element: (inout MessageWriter, Elements.Element) -> Void
  ) {
    put(UInt64(elements.count))
    for each in elements { element(&self, each) }
  }

  /// Adds what may be missing, as a list of one or of none.
  mutating func put<Value>(optional value: Value?, _ body: (inout MessageWriter, Value) -> Void) {
    put(list: value.map { [$0] } ?? [], body)
  }
}
