internal import Foundation

/// A text that no file may contain, in any form in which a program might store it.
public struct Sentinel: Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// The files and folders that contain the text in any form, in their names or contents.
  public func found(in folder: String) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try names.filter { name in
      if forms.contains(where: { Data(name.utf8).range(of: $0) != nil }) { return true }
      var isFolder: ObjCBool = false
      let path = folder + "/" + name
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      guard exists, !isFolder.boolValue else { return false }
      let bytes = try Data(contentsOf: URL(filePath: path))
      return forms.contains { bytes.range(of: $0) != nil }
    }.sorted()
  }

  /// The base64 forms of the text at any offset. The digits at both ends depend on adjacent bytes,
  /// so they are omitted.
  private var base64: [String] {
    (0..<3).map { shift in
      let bytes = [UInt8](repeating: 0, count: shift) + Array(text.utf8)
      let digits = Data(bytes).base64EncodedString()
      let first = (shift * 8 + 5) / 6
      return String(digits.prefix(bytes.count * 8 / 6).dropFirst(first))
    }
  }

  private var forms: [Data] {
    let escaped = text.utf8.map { String(format: "%%%02X", $0) }.joined()
    let octal = text.utf8.map { String(format: "\\%03o", $0) }.joined()
    return ([text, text.uppercased(), escaped, escaped.lowercased(), octal] + base64)
      .map { Data($0.utf8) }
      + [String.Encoding.utf16LittleEndian, .utf16BigEndian].compactMap { text.data(using: $0) }
  }
}
