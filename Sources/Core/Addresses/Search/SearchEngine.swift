/// A search engine with the keyword that chooses it.
public struct SearchEngine: Equatable, Sendable {
  /// The word before the words to search for: `w` in `w swift`, and in `!w swift`.
  public let keyword: String
  /// How the engine searches.
  public let template: SearchTemplate

  /// Nil for a keyword that cannot be typed as a word: empty, with a space or control character, or
  /// with `?` or `!` at the start, which mean something else.
  public init?(keyword: String, template: SearchTemplate) {
    guard let first = keyword.utf8.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!"),
      keyword.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    self.keyword = keyword
    self.template = template
  }
}

/// Search engines written in one line, as a setting holds them: `KEYWORD=TEMPLATE`, a space between.
///
/// ```
/// w=https://en.wikipedia.org/w/index.php?search={searchTerms} m=https://maps.example/{searchTerms}
/// ```
public struct SearchEngineList: Equatable, Sendable {
  public let engines: [SearchEngine]

  /// What is wrong with a line.
  public enum Fault: Error, Equatable {
    /// The piece is no keyword, `=` and a template with `{searchTerms}`.
    case noEngine(String)
    /// Two engines have the keyword.
    case twice(String)
  }

  /// Reads a line; an empty one has no engines.
  public init(_ line: String) throws(Fault) {
    var engines: [SearchEngine] = []
    for piece in line.utf8.split(separator: UInt8(ascii: " ")) {
      guard let engine = SearchEngineList.engine(Array(piece)) else {
        throw .noEngine(String(decoding: piece, as: UTF8.self))
      }
      let isTaken = engines.contains { $0.keyword.utf8.elementsEqual(engine.keyword.utf8) }
      guard !isTaken else { throw .twice(engine.keyword) }
      engines.append(engine)
    }
    self.engines = engines
  }

  private static func engine(_ piece: [UInt8]) -> SearchEngine? {
    guard let mark = piece.firstIndex(of: UInt8(ascii: "=")),
      let template = SearchTemplate(String(decoding: piece[(mark + 1)...], as: UTF8.self))
    else { return nil }
    return SearchEngine(
      keyword: String(decoding: piece[..<mark], as: UTF8.self), template: template)
  }
}
