/// A list of search engines, parsed from the value of a setting: `KEYWORD=TEMPLATE`, separated by
/// spaces.
///
/// ```swift
/// let list = try SearchEngineList("w=https://w.example/?search={searchTerms}")
/// var context = Typed.Context()
/// context.engines = list.engines
/// let resolution = Typed.resolve("w swift", context)
/// let url = resolution.url?.href  // https://w.example/?search=swift
/// ```
public struct SearchEngineList: Equatable, Sendable {
  /// The engines in the order of the text.
  public let engines: [SearchEngine]

  /// The reason why a text is not a valid list.
  public enum Fault: Error, Equatable {
    /// A part is not a keyword followed by `=` and a template with `{searchTerms}`.
    case noEngine(String)
    /// Two engines have the same keyword.
    case twice(String)
  }

  /// Parses a text. An empty text results in an empty list.
  ///
  /// - Throws: ``Fault/noEngine(_:)`` or ``Fault/twice(_:)`` for the first invalid part.
  /// - Complexity: O(n²) comparisons of keywords for n engines
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

  /// Returns the engine that one part describes, or nil if the part does not describe an engine.
  private static func engine(_ piece: [UInt8]) -> SearchEngine? {
    guard let mark = piece.firstIndex(of: UInt8(ascii: "=")),
      let template = SearchTemplate(String(decoding: piece[(mark + 1)...], as: UTF8.self))
    else { return nil }
    return SearchEngine(
      keyword: String(decoding: piece[..<mark], as: UTF8.self), template: template)
  }
}
