internal import Addresses
internal import EventLog
internal import LineEditor
internal import Store

extension HistoryFile {
  /// The line history that the consoles of a person share; nil where there is no place for it.
  static func ofConsoles(environment: Environment) -> HistoryFile? {
    Call.stateFolder(environment: environment).map { HistoryFile(path: "\($0)/history") }
  }
}

/// The lines of the history that were typed for this profile.
extension Shell {
  /// What they are told by; nil for a profile that is not on disk, or not yet.
  var historyOwner: String? {
    guard store.log.directory != nil else { return nil }
    do throws(LogFailure) {
      let id = try store.log.read { (reader) throws(LogFailure) in try reader.metadata("profile")
      }
      let digits = Array("0123456789abcdef")
      return id.map { id in
        String(id.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
      }
    } catch {
      return nil
    }
  }

  /// Lines of other profiles stay; of those that an older version kept nobody knows whose they are.
  func isOwn(_ entry: HistoryFile.Entry) -> Bool {
    entry.owner == nil || entry.owner == historyOwner
  }

  /// A line as it is looked through for what is forgotten.
  func typedLine(_ text: String) -> TypedLine {
    let parts = Self.parts(of: text)
    // Each word, and those behind the command's name together, may be an address in another form.
    var texts = parts.dropFirst().map { String($0) }
    if parts.count > 2 { texts.append(parts.dropFirst().joined(separator: " ")) }
    var urls: [String] = []
    for text in texts {
      // An option may have its value with it.
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

  private static func parts(of line: String) -> [String] {
    do throws(OpenQuote) {
      return try Words.split(line).flatMap { $0 }.map(\.text)
    } catch {
      return line.split(separator: " ").map(String.init)
    }
  }
}
