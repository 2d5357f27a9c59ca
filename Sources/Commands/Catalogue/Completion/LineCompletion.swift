internal import BrowserModel
package import CommandKit
internal import RetraceStore
internal import RetraceTimeline

/// Finds the possible continuations of typed text: commands, options, and things in the profile,
/// such as tabs.
package struct LineCompletion {
  /// The place where a candidate is inserted, which determines its form.
  enum Destination {
    /// A line of the console, in which texts with spaces need quotes.
    case prompt
    /// A line that another program shows.
    case program
    /// A line of a shell. The shell adds its own quotes, and completes the names of files.
    case shell
  }

  let context: CommandContext
  var destination = Destination.prompt
  typealias Candidate = Completion.Candidate

  private var index: CommandIndex { CommandCatalogue.table.index }

  package init(context: CommandContext) { self.context = context }

  package func complete(_ before: String) -> Completion {
    let cursor = index.cursor(
      in: context.aliases.writtenOut(typed: EnteredText(before).lastLine))
    // The replacement of a word must begin in the line of the editor.
    guard before.hasSuffix(cursor.text), !cursor.text.contains("\n") else { return .none }
    var candidates: [Candidate] = []
    for candidate in cursor.candidates { candidates += texts(candidate, cursor) }
    candidates = unique(candidates)
    // The path of a folder can be continued, so no quote or space follows it.
    let isFolder = candidates.count == 1 && candidates[0].text.hasSuffix("/")
    if destination == .prompt, cursor.isInQuotes, candidates.count == 1, !isFolder,
      let quote = before.dropLast(cursor.text.count).last
    {
      candidates[0].text.append(quote)
    }
    return Completion(
      word: cursor.text, candidates: candidates, addsSpace: !isFolder)
  }

  /// Returns the candidates for the last word of a shell's line. A candidate replaces the entire
  /// word.
  ///
  /// A candidate without text asks the shell for the names of files or directories, according to
  /// its detail.
  func complete(_ line: ShellLine) -> [Candidate] {
    let cursor = index.cursor(atEndOf: line.words)
    // The part before the value in “--option=value”.
    let start = String(
      decoding: cursor.word.text.utf8.dropLast(cursor.text.utf8.count), as: UTF8.self)
    return unique(cursor.candidates.flatMap { texts($0, cursor) }).map { candidate in
      candidate.text.isEmpty
        ? candidate : Candidate(start + candidate.text, detail: candidate.detail)
    }
  }

  /// Returns the candidates without duplicates, and without candidates that contain terminal
  /// escapes.
  private func unique(_ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { candidate in
      SafeText(candidate.text).text == candidate.text && seen.insert(candidate.text).inserted
    }.map { candidate in
      let detail = candidate.detail.map { context.signs(SafeText(trusted: $0)).text }
      return Candidate(candidate.text, detail: detail)
    }
  }

  private func texts(_ candidate: CursorContext.Candidate, _ cursor: CursorContext) -> [Candidate] {
    switch candidate {
    case .command:
      beginning(cursor, firstWords) { $0 }
        + context.aliases.names.filter { $0.hasPrefix(cursor.text) }
        .map { Candidate($0, detail: context.aliases[$0].map { SafeText($0).text }) }
    case .value(.commandLine):
      beginning(cursor, index.firstWords) { $0 }
    case .secondWord(let first):
      beginning(cursor, index.secondWords(after: first)) { "\(first) \($0)" }
    case .option(let places):
      places.flatMap { index.declarations[$0].options }
        .filter { "--\($0.name)".hasPrefix(cursor.text) }
        .map { Candidate("--\($0.name)", detail: $0.summary) }
    case .programOption:
      index.program.options.filter { "--\($0.name)".hasPrefix(cursor.text) }
        .map { Candidate("--\($0.name)", detail: $0.summary) }
    case .value(.file) where destination == .shell:
      [Candidate("", detail: "file")]
    case .value(.profile) where destination == .shell:
      ValueCompletion(context, typed: cursor.text).candidates(.profile)
        + [Candidate("", detail: "directory")]
    case .value(.command):
      beginning(cursor, names) { $0 }
    case .value(.topic) where !cursor.arguments.isEmpty:
      beginning(cursor, index.secondWords(after: cursor.arguments[0])) {
        "\(cursor.arguments[0]) \($0)"
      }
    case .value(.topic):
      index.program.topics.filter { $0.name.hasPrefix(cursor.text) }
        .map { Candidate($0.name, detail: $0.summary) }
        + beginning(cursor, index.groups.map { "@\($0.name)" }) { $0 }
        + beginning(cursor, names) { $0 }
    case .shape: beginning(cursor, Help.shapeNames(index)) { $0 }
    case .value(.folderOrWords):
      joined(
        ValueCompletion(
          context, typed: (cursor.arguments + [cursor.text]).joined(separator: " ")), cursor)
    case .value(.thing) where !cursor.arguments.isEmpty:
      WhySubjectName.kind(after: cursor.arguments[0]).map { texts(.value($0), cursor) } ?? []
    case .value(.expression) where cursor.arguments.last == "zoom":
      texts(.value(.site), cursor)
    case .value(let kind):
      ValueCompletion(context(at: cursor.moment, on: cursor.device), typed: cursor.text).candidates(
        kind
      )
      .map { quoted($0, kind, cursor) }
    }
  }

  /// The first words of commands, except the words that have a meaning in a shell, such as “?”.
  private var firstWords: [String] {
    index.firstWords.filter { destination != .shell || $0.first?.isLetter ?? false }
  }

  /// The names of commands. For a shell, only the first word of each name.
  private var names: [String] {
    destination == .shell ? firstWords : index.declarations.map(\.name)
  }

  /// Returns candidates for the rest of a folder's path, if words before the cursor are part of the
  /// path.
  private func joined(_ completion: ValueCompletion, _ cursor: CursorContext) -> [Candidate] {
    let before = cursor.arguments.reduce("") { $0 + $1 + " " }
    return completion.candidates(.folderOrWords).map { candidate in
      Candidate(String(candidate.text.dropFirst(before.count)), detail: candidate.detail)
    }
  }

  /// Returns a context that shows a moment or another device, or the context itself if neither is
  /// specified.
  private func context(at moment: String?, on device: String?) -> CommandContext {
    var then = context
    // If the state cannot be read, nothing is offered; the command itself reports the problem.
    do {
      if let point = moment.flatMap({ Point($0) }) { try then.view(point) }
      if let device { then = try then.looking(at: then.device(device)) }
    } catch {}
    return then
  }

  private func beginning(
    _ cursor: CursorContext, _ words: [String], named name: (String) -> String
  ) -> [Candidate] {
    words.filter { $0.hasPrefix(cursor.text) }.map { word in
      let place = index.place(of: name(word))
      return Candidate(word, detail: place.map { index.declarations[$0].summary })
    }
  }

  /// Quotes a candidate that contains spaces, unless values of its kind are joined words.
  private func quoted(_ candidate: Candidate, _ kind: ValueKind, _ cursor: CursorContext)
    -> Candidate
  {
    guard destination == .prompt, !kind.joinsWords, !cursor.isInQuotes,
      candidate.text.contains(" "),
      !candidate.text.contains("\"")
    else { return candidate }
    // The path of a folder can be continued, so its quote stays open.
    let end = candidate.text.hasSuffix("/") ? "" : "\""
    return Candidate("\"\(candidate.text)" + end, detail: candidate.detail)
  }
}
