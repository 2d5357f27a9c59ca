import Addresses
import Testing

/// The parser processes many bytes at once. Its result for a byte must not depend on the byte's
/// position.
@Suite struct PositionTests {
  /// Enough positions that each part is processed in complete blocks and a remainder.
  static let positions = 0..<40

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let before: String
    /// The texts that are placed in the middle of letters, with the expected results.
    let middles: [(written: String, read: String)]
    var testDescription: String { name }

    /// Creates a row of all visible characters: those that are encoded, and those that are
    /// unchanged.
    init(_ name: String, before: String, encoded: String, without others: String = "") {
      self.name = name
      self.before = before
      middles = (0x20..<0x7F as Range<UInt8>).map { Character(Unicode.Scalar($0)) }
        .filter { !others.contains($0) }
        .map { character in
          let code = String(character.asciiValue ?? 0, radix: 16, uppercase: true)
          return (String(character), encoded.contains(character) ? "%" + code : String(character))
        }
    }

    init(_ name: String, before: String, _ middles: [(written: String, read: String)]) {
      self.name = name
      self.before = before
      self.middles = middles
    }
  }

  static let rows = [
    Row("path", before: "https://a.example/-", encoded: " \"<>^`{}", without: "#?\\"),
    Row("query", before: "https://a.example/?", encoded: " \"<>'", without: "#"),
    Row("fragment", before: "https://a.example/#", encoded: " \"<>`"),
    Row("path of another scheme", before: "x://h/-", encoded: " \"<>^`{}", without: "#?"),
    Row("query of another scheme", before: "x://h/?", encoded: " \"<>", without: "#"),
    Row("opaque path", before: "x:-", encoded: "", without: "#?"),
    Row(
      "others in a path", before: "https://a.example/-",
      [
        ("\t", ""), ("\r\n", ""), ("\u{1F}", "%1F"), ("\u{7F}", "%7F"), ("ü", "%C3%BC"),
        ("\\", "/"), ("/.\\", "/"), ("/%2e/", "/"), ("/.%2e", "/.%2e"), ("/%2f", "/%2f"),
      ]),
  ]

  @Test(arguments: rows, positions)
  func isTheSameEverywhere(row: Row, position: Int) {
    let front = String(repeating: "a", count: position)
    let back = String(repeating: "z", count: Self.positions.count - position)
    for (written, read) in row.middles {
      #expect(URL(row.before + front + written + back)?.href == row.before + front + read + back)
    }
  }

  @Test(arguments: positions)
  func stepsUpFromEverywhere(position: Int) {
    let front = String(repeating: "a", count: position)
    for step in ["/../", "/.%2E/", "\\..\\", "/\t../"] {
      #expect(URL("https://a.example/b/" + front + step + "c")?.href == "https://a.example/b/c")
    }
  }

  @Test(arguments: positions)
  func splitsEverywhere(position: Int) throws {
    let text = String(repeating: "a", count: position)
    let url = try #require(URL("https://\(text)b:1\(position)/\(text)?\(text)#\(text)"))
    #expect(url.host == text + "b")
    #expect(url.port == Int("1\(position)"))
    #expect(url.path == "/" + text)
    #expect(url.query == text)
    #expect(url.fragment == text)
  }
}
