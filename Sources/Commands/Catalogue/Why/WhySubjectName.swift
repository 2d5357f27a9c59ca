internal import BrowserModel
internal import CommandKit

/// The subject of `why`, as typed: `3`, `#4711`, `zoom example.com`, `bookmark 2`.
enum WhySubjectName: Equatable {
  /// The active tab.
  case activeTab
  /// A tab at a position, or anything with an id.
  case any(Reference)
  case tab(Reference)
  case entry(Reference)
  case window(Reference)
  case group(Reference)
  case bookmark(Reference)
  /// The zoom of the active tab.
  case zoom
  case defaultZoom
  /// The zoom of a site, specified by its host or by an address on the site, or the zoom of a tab.
  case zoomOf(String, Reference)
  case setting(Settings.Name)

  /// The words with which a subject can begin.
  static var words: [String] {
    ["bookmark", "entry", "group", "tab", "window", "zoom"]
      + Settings.Name.allCases.map { "\($0)" }
  }

  /// Returns the kind of value that follows the first word of a subject, or nil if none follows.
  static func kind(after word: String) -> ValueKind? {
    switch word {
    case "bookmark": .bookmark
    case "entry": .entry
    case "group": .group
    case "tab": .tab
    case "window": .window
    case "zoom": .site
    default: nil
    }
  }

  /// Parses a subject, or returns nil if the text is not valid.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case (nil, _): self = .activeTab
    case ("zoom", 1): self = .zoom
    case ("zoom", 2) where words[1] == "default": self = .defaultZoom
    case ("zoom", _):
      let name = words.dropFirst().joined(separator: " ")
      guard let reference = Reference(naming: name) else { return nil }
      self = .zoomOf(name, reference)
    case ("default", 2) where words[1] == "zoom": self = .defaultZoom
    case ("setting", 2):
      guard let name = SettingText.name(words[1]) else { return nil }
      self = .setting(name)
    case (let word?, 1):
      if let name = SettingText.name(word) {
        self = .setting(name)
      } else {
        guard !Self.words.contains(word), let reference = Reference(naming: word) else {
          return nil
        }
        self = .any(reference)
      }
    case (let kind?, _):
      guard Self.things.contains(kind) else {
        guard !Self.words.contains(kind), case let reference? = Reference(naming: text),
          case .words = reference
        else { return nil }
        self = .any(reference)
        return
      }
      let name = text.drop { $0 == " " }.dropFirst(kind.count).drop { $0 == " " }
      guard let reference = Reference(naming: String(name)) else { return nil }
      self.init(kind, reference)
    }
  }

  /// The words that precede a reference to a thing.
  private static let things = ["bookmark", "entry", "folder", "group", "tab", "window"]

  private init?(_ kind: String, _ reference: Reference) {
    switch kind {
    case "tab": self = .tab(reference)
    case "entry": self = .entry(reference)
    case "window": self = .window(reference)
    case "group": self = .group(reference)
    case "bookmark", "folder": self = .bookmark(reference)
    default: return nil
    }
  }
}
