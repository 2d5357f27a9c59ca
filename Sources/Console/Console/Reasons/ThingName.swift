internal import BrowserModel

/// What `why` is asked about, as typed: `3`, `#4711`, `zoom example.com`, `bookmark 2`.
enum ThingName: Equatable {
  /// The active tab.
  case activeTab
  /// A tab at a position, or anything by its id.
  case any(Reference)
  case tab(Reference)
  case entry(Reference)
  case window(Reference)
  case group(Reference)
  case bookmark(Reference)
  /// The zoom of the active tab.
  case zoom
  case defaultZoom
  case siteZoom(host: String)
  case setting(Settings.Name)

  /// The words that can begin one.
  static var words: [String] {
    ["bookmark", "entry", "group", "tab", "window", "zoom"]
      + Settings.Name.allCases.map { "\($0)" }
  }

  /// Reads a thing, or gives nil.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case (nil, _): self = .activeTab
    case ("zoom", 1): self = .zoom
    case ("zoom", 2): self = words[1] == "default" ? .defaultZoom : .siteZoom(host: words[1])
    case ("default", 2) where words[1] == "zoom": self = .defaultZoom
    case ("setting", 2):
      guard let name = SettingText.name(words[1]) else { return nil }
      self = .setting(name)
    case (let word?, 1):
      if let reference = Reference(word) {
        self = .any(reference)
      } else if let name = SettingText.name(word) {
        self = .setting(name)
      } else {
        return nil
      }
    case (let kind?, 2):
      guard let reference = Reference(words[1]) else { return nil }
      self.init(kind, reference)
    default: return nil
    }
  }

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
