/// What a word on a command line stands for: how it is read, and what completes it.
public enum ValueKind: Hashable, Sendable {
  /// A tab: a position in the focused window (`3`) or an id (`#4711`). A ``Reference``.
  case tab
  /// A window: a position or an id. A ``Reference``.
  case window
  /// A tab group: a position or an id. A ``Reference``.
  case group
  /// A bookmark or folder: a position or an id. A ``Reference``.
  case bookmark
  /// Something else that has a position or an id: a closed item. A ``Reference``.
  case reference
  /// An event by its number, with or without `#`: `42`, `#42`, `#-5`. A ``Reference``.
  case event
  /// What is typed into the address field; several words are joined by one space.
  case address
  /// Any text; several words are joined by one space.
  case text
  /// A condition on a state. Several words are joined by one space; what was quoted stays so.
  case expression
  /// What `why` is asked about: a tab, `#4711`, `zoom example.com`, `bookmark 2`.
  case thing
  /// One word.
  case word
  /// One of these words.
  case choice([String])
  /// A whole number.
  case integer
  /// A whole number from 1.
  case positive
  /// A whole number with or without `%`. An integer.
  case percent
  /// A file of the system; `~/` at its beginning is the home folder.
  case file
  /// A folder of bookmarks, as a path.
  case folder
  /// A folder of bookmarks, or words to look for; several words are joined by one space.
  case folderOrWords
  /// A position in the log: `1234`, `-5`, `@14:00`, a mark's name. A ``Point``.
  case point
  /// A mark's name.
  case mark
  /// A branch's name.
  case branch
  /// A kind of event, `tab.closed`, or a family of them, `tab`.
  case eventKind
  /// A setting's name.
  case setting
  /// The name of a command; several words are joined by one space.
  case command

  /// Whether several words make one value.
  public var joinsWords: Bool {
    switch self {
    case .address, .text, .expression, .thing, .folderOrWords, .command: true
    default: false
    }
  }
}

/// Something named by its place or by its id.
public enum Reference: Hashable, Sendable {
  /// The n-th, from 1: `3`.
  case position(Int)
  /// The sequence of the event that made it, negative in the private log: `#4711`, `#-5`.
  case id(Int64)

  /// Reads a reference, or gives nil.
  public init?(_ text: String) {
    if text.utf8.first == UInt8(ascii: "#") {
      let digits = text.dropFirst()
      guard digits.first != "+", let id = Int64(digits), id != 0 else { return nil }
      self = .id(id)
    } else {
      guard !text.hasPrefix("+"), let position = Int(text), position >= 1 else { return nil }
      self = .position(position)
    }
  }
}

extension Reference: CustomStringConvertible {
  /// As it is typed.
  public var description: String {
    switch self {
    case .position(let position): "\(position)"
    case .id(let id): "#\(id)"
    }
  }
}
