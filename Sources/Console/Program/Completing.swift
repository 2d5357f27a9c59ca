internal import BrowserModel
internal import LineEditor
internal import Session

/// What can follow what was typed: commands, options, and things of the state.
struct Completing {
  let shell: Shell
  private typealias Candidate = LineEditor.Completion.Candidate

  private var index: CommandIndex { Catalogue.table.index }

  /// How many things of the state are offered at once.
  private static let limit = 50

  init(shell: Shell) { self.shell = shell }

  func complete(_ before: String) -> LineEditor.Completion {
    let cursor = index.cursor(in: before)
    let typed = cursor.text
    var candidates: [Candidate] = []
    for candidate in cursor.candidates { candidates += texts(candidate, typed) }
    // The editor replaces what the line ends with; a quote that is open stays.
    return LineEditor.Completion(
      word: typed, candidates: unique(candidates.filter { $0.text.hasPrefix(typed) }))
  }

  func hint(_ line: String) -> LineEditor.Hint? {
    let cursor = index.cursor(in: line)
    guard line.utf8.last == UInt8(ascii: " "), !cursor.hint.isEmpty else { return nil }
    return LineEditor.Hint(text: cursor.hint.joined(separator: " "), isAcceptable: false)
  }

  private func unique(_ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { seen.insert($0.text).inserted }
  }

  private func texts(_ candidate: Cursor.Candidate, _ typed: String) -> [Candidate] {
    switch candidate {
    case .command:
      index.firstWords.map { Candidate($0, detail: summary(of: $0)) }
    case .secondWord(let first):
      index.secondWords(after: first).map {
        Candidate($0, detail: summary(of: "\(first) \($0)"))
      }
    case .option(let places):
      places.flatMap { place in
        index.declarations[place].options.map {
          Candidate("--\($0.name)", detail: $0.summary)
        }
      }
    case .value(let kind): values(kind, typed)
    }
  }

  private func summary(of name: String) -> String? {
    index.place(of: name).map { index.declarations[$0].summary }
  }

  private func values(_ kind: ValueKind, _ typed: String) -> [Candidate] {
    switch kind {
    case .tab: tabs(typed)
    case .window:
      shell.windows.enumerated().map { offset, window in
        Candidate("\(offset + 1)", detail: "\(window.tabs.count) tabs")
      }
    case .group: groups()
    case .bookmark, .folder: bookmarks(kind, typed)
    case .setting: Settings.Name.allCases.map { Candidate("\($0)") }
    case .choice(let names): names.map { Candidate($0) }
    case .command: index.declarations.map { Candidate($0.name, detail: $0.summary) }
    case .address: addresses(typed)
    case .file: files(typed)
    default: []
    }
  }

  /// Tabs by position or id; with letters typed, by the words of their titles and URLs.
  private func tabs(_ typed: String) -> [Candidate] {
    let browser = shell.browser
    let tabs = (browser.window(browser.focusedWindow)?.tabs ?? []).compactMap { browser.tab($0) }
    let byID = typed.hasPrefix("#")
    return tabs.prefix(Self.limit).enumerated().map { offset, tab in
      Candidate(
        byID ? "#\(tab.id.rawValue)" : "\(offset + 1)",
        detail: shell.label(of: tab).truncated(toColumns: 60).text)
    }
  }

  private func groups() -> [Candidate] {
    reading { words in
      shell.browser.groups.map { group in
        Candidate(
          "#\(group.id.rawValue)",
          detail: VisibleText(shell.browser.title(of: group, text: words)).text)
      }
    }
  }

  private func bookmarks(_ kind: ValueKind, _ typed: String) -> [Candidate] {
    let bookmarks = shell.session.browser.bookmarks
    return reading { words in
      var candidates: [Candidate] = []
      for bookmark in bookmarks.all {
        guard candidates.count < Self.limit else { break }
        let title = words.text(.title, of: bookmark.title) ?? ""
        if kind == .bookmark {
          candidates.append(
            Candidate("#\(bookmark.id.rawValue)", detail: VisibleText(title).text))
        } else if bookmark.kind == .folder {
          candidates.append(Candidate(path(of: bookmark, words)))
        }
      }
      return candidates
    }
  }

  private func path(of folder: Bookmark, _ words: LogText) -> String {
    var names: [String] = []
    var current: Bookmark? = folder
    while let bookmark = current {
      names.append(words.text(.title, of: bookmark.title) ?? "")
      current = shell.session.browser.bookmarks[bookmark.parent]
    }
    return names.reversed().joined(separator: "/")
  }

  /// Addresses that were visited lately, and those of bookmarks, that begin as typed.
  private func addresses(_ typed: String) -> [Candidate] {
    guard !typed.isEmpty else { return [] }
    do throws(CommandFailure) {
      let visits = try shell.visits(matching: typed, after: nil, limit: Self.limit)
      return visits.flatMap { visit in
        // What was typed may leave out the scheme.
        [visit.url, visit.url.withoutWebScheme].map { Candidate($0) }
      }
    } catch {
      return []
    }
  }

  private func files(_ typed: String) -> [Candidate] {
    FileNames.beginning(with: typed).map { Candidate($0) }
  }

  private func reading(_ body: (LogText) -> [Candidate]) -> [Candidate] {
    do throws(CommandFailure) {
      return try shell.read(body)
    } catch {
      return []
    }
  }
}

extension String {
  /// Without `https://` or `http://`, and without `www.`.
  fileprivate var withoutWebScheme: String {
    var rest = self[...]
    for prefix in ["https://", "http://", "www."] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return String(rest)
  }
}
