internal import BrowserModel
package import CommandKit

/// Finds the thing to which a text refers. This is the thing with exactly this name, otherwise the
/// only thing whose names contain all words of the text.
struct NameSearch {
  private let text: String
  private let wanted: [SearchPattern]
  private let folded: [UInt8]
  private let kind: Kind
  /// The things with exactly this name.
  private var exact: [NamedThing] = []
  /// The things whose names contain all words.
  private var fitting: [NamedThing] = []
  /// The names and words of things that do not match, used to suggest a correction.
  private var others: [String] = []
  private var seen: Set<String> = []
  private var examinedCount = 0

  /// The kind of thing that is searched for, as messages describe it.
  struct Kind {
    let one: String
    let many: String
    /// The hint that follows a semicolon in the message: the command that lists all things.
    let advice: String
    /// The error code if nothing matches.
    let code: String
    /// The command that was probably meant, if its name is similar to the text.
    var command: String?
  }

  init(_ text: String, _ kind: Kind) {
    self.text = text
    self.kind = kind
    wanted = [SearchPattern](wordsOf: text)
    folded = Self.folded(text)
  }

  /// The things that match the words.
  var found: [NamedThing] { exact.isEmpty ? fitting : exact }

  /// Compares the text with the names of a thing. A thing with several sets of names, such as a
  /// window with tabs, is compared once for each set.
  mutating func look(
    at id: some EventReference, title: String, url: String, names: [String] = [],
    position: @autoclosure () -> String
  ) {
    guard wanted.areIn([title, url] + names) else {
      note(title, url, names)
      return
    }
    let isExact =
      exact.last?.id == id.event
      || ([title] + names + Self.shortForms(of: url)).contains(where: isCalled)
    let isNew = fitting.last?.id != id.event
    guard isNew || isExact else { return }
    let thing = NamedThing(id: id.event, position: position(), title: title, url: url)
    if isNew { fitting.append(thing) }
    if isExact, exact.last?.id != id.event { exact.append(thing) }
  }

  /// Returns the only match. If there are several matches or none, throws an error with advice on
  /// what to type instead.
  func onlyMatch() throws -> EventID {
    let found = found
    guard let first = found.first else { throw noMatch }
    guard found.count > 1 else { return first.id }
    var failure = CommandError(
      "ambiguous",
      "“\(text)” matches \(found.count.grouped) \(kind.many). Use a number or an id.")
    failure.candidates = found
    throw failure
  }

  /// The error for a text that matches nothing.
  var noMatch: CommandError {
    let near = kind.command ?? Nearest.name(to: text, among: others)
    return CommandError(
      kind.code,
      "No \(kind.one) has “\(text)”; " + (near.map { "did you mean “\($0)”?" } ?? kind.advice),
      status: kind.command == nil ? .failed : .usage)
  }

  /// The maximum number of things whose names are compared with a mistyped name.
  private static let limit = 1_000

  private mutating func note(_ title: String, _ url: String, _ names: [String]) {
    guard fitting.isEmpty, examinedCount < Self.limit else { return }
    examinedCount += 1
    let parts = title.utf8.split { $0 < 0x80 && !Self.isPartOfWord($0) }.compactMap { String($0) }
    for name in parts + names + Self.shortForms(of: url).suffix(1)
    where seen.insert(name).inserted {
      others.append(name)
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private func isCalled(_ name: String) -> Bool {
    // Folding keeps the length of ASCII text, and most names have a different length.
    if name.utf8.count != folded.count, name.utf8.span.raw.isASCII { return false }
    return Self.folded(name) == folded
  }

  private static func folded(_ text: String) -> [UInt8] {
    FoldedText.bytes(of: text.utf8.span.raw)
  }

  /// Returns the forms in which users type a URL: with or without its scheme, without a final
  /// slash, and only its host.
  private static func shortForms(of url: String) -> [String] {
    let page = url.withoutWebScheme
    let host = page.prefix { !"/?#:".contains($0) }
    return [url, page, String(page.last == "/" ? page.dropLast() : page[...]), String(host)]
  }
}

extension [NamedThing] {
  /// The maximum number of matches to list.
  private static var limit: Int { 20 }

  /// Returns the matches as a table with one line per match.
  package func lines(in context: CommandContext) -> SafeText {
    var table = Table([.left, .right, .left, .left])
    for thing in prefix(Self.limit) {
      table.add([
        " ", SafeText(thing.position), context.style.apply(.dim, to: "#\(thing.id.rawValue)"),
        context.label(title: thing.title, url: thing.url),
      ])
    }
    let lines = table.text(width: context.presentation.columns)
    guard count > Self.limit else { return lines }
    return lines + context.style.apply(.dim, to: "   … and \((count - Self.limit).grouped) more")
      + "\n"
  }
}
