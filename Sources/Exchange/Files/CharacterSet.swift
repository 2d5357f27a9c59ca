internal import Platform

/// Converts text in other encodings, using `iconv` of the C library.
enum CharacterSet {
  /// Encoding names of the HTML Standard for which `iconv` uses another name, or for which it uses
  /// a smaller character set.
  private static let names = [
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932",
    "ms_kanji": "CP932", "windows-31j": "CP932", "csshiftjis": "CP932", "x-euc-jp": "EUC-JP",
    "gb2312": "GB18030", "gbk": "GB18030", "x-gbk": "GB18030", "gb_2312-80": "GB18030",
    "big5": "BIG5-HKSCS", "x-x-big5": "BIG5-HKSCS", "euc-kr": "CP949", "ks_c_5601-1987": "CP949",
    "korean": "CP949", "iso-8859-9": "CP1254", "latin5": "CP1254", "iso-8859-11": "CP874",
    "tis-620": "CP874", "windows-874": "CP874", "macintosh": "MACINTOSH",
    "x-mac-roman": "MACINTOSH",
    "x-mac-cyrillic": "MAC-CYRILLIC", "x-cp1251": "CP1251", "koi": "KOI8-R", "koi8": "KOI8-R",
  ]

  /// Converts text to UTF-8.
  ///
  /// - Parameter label: The name of the encoding in lower case.
  /// - Returns: The text, with U+FFFD for each byte sequence that is invalid in the encoding, or
  ///   nil if the system does not support the encoding.
  /// - Complexity: O(bytes)
  static func utf8(
    _ bytes: ArraySlice<UInt8>, _ label: String
  ) -> (bytes: [UInt8], replacedCount: Int)? {
    let converter = unsafe iconv_open("UTF-8", names[label] ?? label.uppercased())
    // `iconv_open` indicates a failure by returning −1 as a pointer.
    guard Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 1 << 16)
    var text: [UInt8] = []
    var replacedCount = 0
    unsafe input.withUnsafeMutableBufferPointer { input in
      var next = input.baseAddress
      var left = input.count
      while left > 0 {
        let (isComplete, count) = unsafe output.withUnsafeMutableBufferPointer { output in
          var end = output.baseAddress
          var room = output.count
          let result = unsafe iconv(converter, &next, &left, &end, &room)
          let isComplete = result != -1 || errno == E2BIG
          return (isComplete, output.count - room)
        }
        text += output.prefix(count).map { UInt8(bitPattern: $0) }
        guard !isComplete else { continue }
        text += [0xEF, 0xBF, 0xBD]
        replacedCount += 1
        unsafe next = next.map { unsafe $0 + 1 }
        left -= 1
      }
    }
    return (text, replacedCount)
  }
}
