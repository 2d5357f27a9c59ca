internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import LineEditing

/// The allowed storage of a typed line in the history. Data about private windows is never written
/// to disk (T7). A line that forgets data is not stored, because it describes the forgotten data. A
/// line that shares a profile is not stored either, because it contains passwords.
enum LineKeeping: Equatable {
  case onDisk
  /// In memory, until the last private window is closed.
  case inMemory
  case nowhere

  /// - Parameters:
  ///   - aliases: The aliases to expand.
  ///   - hasPrivateWindow: Whether a private window was open before the line or is open after it.
  ///     The line may then refer to that window in any way.
  ///   - isOnDisk: Whether the profile is on disk.
  init(_ line: String, aliases: Aliases, hasPrivateWindow: Bool, isOnDisk: Bool) {
    let commands = aliases.writtenOut(EnteredText(line).commands)
    if commands.contains(where: {
      Self.forgets($0) || Self.definesForgetting($0) || Self.mayContainPassword($0)
    }) {
      self = .nowhere
    } else if hasPrivateWindow || !isOnDisk {
      self = .inMemory
    } else if Self.mentionsPrivate(line)
      || commands.joined().contains(where: { word in
        Self.mentionsPrivate(word.text)
      })
    {
      self = .nowhere
    } else {
      self = .onDisk
    }
  }

  /// Whether words form a command that forgets data. A mistyped command counts too, because it may
  /// also contain an address.
  private static func forgets(_ words: [Word]) -> Bool {
    guard let first = words.first?.text else { return false }
    return Nearest.name(to: first, among: ["forget"]) != nil
  }

  /// Whether words may contain the password of a server, or an invitation, which includes the
  /// password.
  private static func mayContainPassword(_ words: [Word]) -> Bool {
    guard let first = words.first?.text, Nearest.name(to: first, among: ["sync"]) != nil else {
      return false
    }
    return words.contains { $0.text.utf8.contains(UInt8(ascii: ":")) }
  }

  /// Whether words define an alias for a command that forgets data.
  private static func definesForgetting(_ words: [Word]) -> Bool {
    guard words.first?.text == "alias" else { return false }
    return words.contains { Words($0.text).commands.contains(where: forgets) }
  }

  /// Whether words request a private window, even if mistyped, or refer to something in a private
  /// window: `--private`, `--pirvate`, `-private=1`, `window new private`, `--incognito`, `#-2`,
  /// `--tab=#-2`.
  private static func mentionsPrivate(_ text: String) -> Bool {
    if Self.containsPrivateID(text) { return true }
    return text.split(whereSeparator: { $0.isWhitespace || $0 == "\"" || $0 == "'" }).contains {
      word in
      let name = word.drop(while: isDash).prefix { $0 != "=" && $0 != ":" }
      if name.lowercased() == "private" { return true }
      return name.startIndex != word.startIndex
        && Nearest.name(to: String(name), among: privateNames) != nil
    }
  }

  private static let privateNames = ["private", "incognito", "inprivate"]

  private static func isDash(_ character: Character) -> Bool {
    character == "-"
      || "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}".contains(character)
  }

  /// Whether a text contains a negative id, which belongs to a private window, tab or event.
  private static func containsPrivateID(_ text: String) -> Bool {
    let characters = Array(text)
    return characters.indices.dropLast(2).contains { index in
      characters[index] == "#" && isDash(characters[index + 1]) && characters[index + 2].isNumber
    }
  }
}

extension LineEditor {
  /// Adds a line to the history if its storage is allowed.
  func addHistory(_ line: String, _ keeping: LineKeeping) {
    switch keeping {
    case .onDisk: addHistory(line)
    case .inMemory: addPassingHistory(line)
    case .nowhere: break
    }
  }
}
