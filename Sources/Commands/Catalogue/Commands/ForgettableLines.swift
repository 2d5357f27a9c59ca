internal import Addresses
internal import BrowserModel
package import CommandKit
package import HistoryStorage
package import RetraceEventLog
internal import RetraceStore

/// The lines of the history that may be about forgotten data. They are read and removed if the
/// history file is usable. Problems with the file do not prevent forgetting.
struct ForgettableLines {
  private let file: HistoryFile?
  private(set) var entries: [HistoryFile.Entry] = []
  private(set) var problem: String?

  /// Reads the lines typed for a profile. A profile in memory has no lines from earlier runs.
  ///
  /// Lines of other profiles are not read. Neither are lines written by older versions, because it
  /// is unknown to which profile they belong.
  init(of store: Store) throws {
    let isOnDisk = store.log.directory != nil
    file = isOnDisk ? HistoryFile.ofConsoles(environment: .process) : nil
    let owner = try HistoryFile.readOwner(store.log)
    do {
      entries = try file?.entries().filter { $0.owner == nil || $0.owner == owner } ?? []
    } catch {
      problem = "\(error)"
    }
  }

  /// The lines in the form that is searched for forgotten data.
  var typed: [TypedLine] { entries.map { Self.typedLine($0.line) } }

  func chosen(_ found: Set<Int>, takesAll: Bool) -> [HistoryFile.Entry] {
    takesAll ? entries : entries.indices.filter { found.contains($0) }.map { entries[$0] }
  }

  /// Removes lines, and returns the error if that fails.
  func remove(_ chosen: [HistoryFile.Entry]) -> String? {
    guard problem == nil, !chosen.isEmpty else { return problem }
    let gone = Set(chosen)
    do {
      try file?.remove { gone.contains($0) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns a line in the form that is searched for forgotten data.
  private static func typedLine(_ text: String) -> TypedLine {
    let parts = parts(of: text)
    // Each word, and all words after the command's name joined, may be an address in another form.
    var texts = parts.dropFirst().map { String($0) }
    if parts.count > 2 { texts.append(parts.dropFirst().joined(separator: " ")) }
    var urls: [String] = []
    for text in texts {
      // An option may contain its value.
      let value = text.hasPrefix("-") ? String(text.drop { $0 != "=" }.dropFirst()) : text
      guard !value.isEmpty else { continue }
      for form in [value, "https://\(value)", "http://\(value)"] {
        if let url = URL(form) { urls.append(url.href) }
      }
      let resolution = Typed.resolve(value, by: .retrace, Typed.Context())
      if resolution.kind != .search, let url = resolution.url { urls.append(url.href) }
    }
    return TypedLine(text, parts: parts, urls: urls)
  }

  /// Returns the words of a line, split at spaces if a quote is open.
  private static func parts(of line: String) -> [String] {
    let text = EnteredText(line)
    guard text.openQuote == nil else {
      return line.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
    return text.commands.joined().map(\.text)
  }
}

extension HistoryFile {
  /// Returns the line history that the user's consoles share, or nil if it has no location.
  package static func ofConsoles(environment: EnvironmentVariables) -> HistoryFile? {
    environment.folder("XDG_STATE_HOME", ".local/state").map { HistoryFile(path: "\($0)/history") }
  }

  /// Returns the identifier of the profile to which typed lines belong. Returns nil if the profile
  /// is not on disk or was never written to.
  package static func readOwner(_ log: EventLog) throws -> String? {
    guard log.directory != nil else { return nil }
    let id = try log.read { reader in try reader.metadata("profile") }
    let digits = Array("0123456789abcdef")
    return id.map { id in
      String(id.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
  }
}
