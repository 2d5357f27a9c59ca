internal import BrowserModel
internal import Bytes

/// A writer of numbers (LEB128), strings and lists. Strings and lists are preceded by their counts.
struct MessageWriter {
  private var writer = ByteWriter()

  /// The bytes written so far.
  var bytes: [UInt8] { Array(writer.bytes) }

  /// Appends a number.
  mutating func put(_ number: UInt64) { writer.put(number) }

  /// Appends a number.
  mutating func put(_ number: UInt32) { put(UInt64(number)) }

  /// Appends a Boolean.
  mutating func put(_ flag: Bool) { put(UInt64(flag ? 1 : 0)) }

  /// Appends a count of bytes, and the bytes.
  mutating func put(_ block: some Collection<UInt8>) {
    writer.put(count: block.count)
    writer.put(contentsOf: block)
  }

  /// Appends a string's UTF-8 length, and its bytes.
  mutating func put(_ text: String) { put(text.utf8) }

  /// Appends the count of a list, and its elements.
  mutating func put<Elements: Collection>(
    list elements: Elements, _ element: (inout MessageWriter, Elements.Element) -> Void
  ) {
    put(UInt64(elements.count))
    for each in elements { element(&self, each) }
  }

  /// Appends an optional value, as a list of at most one element.
  mutating func put<Value>(optional value: Value?, _ body: (inout MessageWriter, Value) -> Void) {
    put(list: value.map { [$0] } ?? [], body)
  }
}
