internal import BrowserModel

/// Writes Chromium's `base::Pickle`, which is a sequence of values, each padded to four bytes.
struct PickleWriter {
  private var content: [UInt8] = []

  /// The length in four bytes, followed by the values.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(content.count))
    return bytes + content
  }

  mutating func append(_ number: some FixedWidthInteger) { content.append(littleEndian: number) }

  mutating func append(_ text: String) {
    append(Int32(clamping: text.utf8.count))
    content += text.utf8
    pad()
  }

  /// Appends a UTF-16 string.
  mutating func append(wide text: String) {
    append(Int32(clamping: text.utf16.count))
    for unit in text.utf16 { content.append(littleEndian: unit) }
    pad()
  }

  private mutating func pad() {
    while content.count % 4 != 0 { content.append(0) }
  }
}
