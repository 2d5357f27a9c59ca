internal import BrowserModel
internal import LineEditing
internal import RetraceStore
internal import RetraceTimeline

/// What can follow what was typed: commands, options, and things of the state.
struct LineCompletion {
  let context: CommandContext
  /// Whether texts with spaces are put in quotes, as a line of the console needs them.
  var isQuoting = true
  typealias Candidate = LineEditor.Completion.Candidate

  private var index: CommandIndex { Catalogue.table.index }

  init(context: CommandContext) { self.context = context }

  func complete(_ before: String) -> LineEditor.Completion {
    let cursor = index.cursor(
      in: context.aliases.writtenOut(typed: EnteredText(before).lastLine))
    // What replaces a word must begin in the line of the editor.
    guard before.hasSuffix(cursor.text), !cursor.text.contains("\n") else { return .none }
    var candidates: [Candidate] = []
    for candidate in cursor.candidates { candidates += texts(candidate, cursor) }
    candidates = unique(candidates)
    // Into a folder one may continue.
    let isFolder = candidates.count == 1 && candidates[0].text.hasSuffix("/")
    if isQuoting, cursor.isInQuotes, candidates.count == 1, !isFolder,
      let quote = before.dropLast(cursor.text.count).last
    {
      candidates[0].text.append(quote)
    }
    return LineEditor.Completion(
      word: cursor.text, candidates: candidates, addsSpace: !isFolder)
  }

  /// The arguments still to come, otherwise the rest of the best address, otherwise that of the
  /// newest line that begins so.
  ///
  /// - Parameter newestLine: The newest line of the history that continues as a text begins, and is
  ///   wanted.
  func hint(
    _ line: String, newestLine: (String, (String) -> Bool) -> String? = { _, _ in nil }
  ) -> LineEditor.Hint? {
    let cursor = index.cursor(
      in: context.aliases.writtenOut(typed: EnteredText(line).lastLine))
    if cursor.text.isEmpty, line.utf8.last == UInt8(ascii: " "), !cursor.hint.isEmpty {
      return LineEditor.Hint(
        text: cursor.hint.joined(separator: " "), isAcceptable: false, style: style)
    }
    let rest = restOfAddress(cursor) ?? restOfLine(line, newestLine)
    return rest.map { LineEditor.Hint(text: $0, isAcceptable: true, style: style) }
  }

  /// Where there are no colours a hint is still told from what was typed.
  private var style: String {
    guard context.style.isColored else { return Style.sequence([.dim]) }
    return Style.sequence(context.style.looks(of: .hint))
  }

  private func restOfAddress(_ cursor: CursorContext) -> String? {
    guard cursor.text.utf8.count > 1, cursor.candidates.contains(.value(.address)),
      let best = ValueCompletion(context, typed: cursor.text).readBestAddress()
    else { return nil }
    let rest = String(best.dropFirst(cursor.text.count))
    return rest.isEmpty ? nil : rest
  }

  /// So many earlier lines are read: somebody types.
  private static let linesLookedAt = 100

  /// What was wrong once is not a hint, nor is what a terminal would obey.
  private func restOfLine(
    _ line: String, _ newestLine: (String, (String) -> Bool) -> String?
  ) -> String? {
    guard line.contains(where: { $0 != " " }) else { return nil }
    var count = 0
    let found = newestLine(line) { former in
      count += 1
      return count <= Self.linesLookedAt && SafeText(former).text == former
        && !LineHighlighting(index, context.aliases, former).parts.contains { $0.role == .error }
    }
    return found.map { String($0.unicodeScalars.dropFirst(line.unicodeScalars.count)) }
  }

  /// Each text once, and none that a terminal would obey.
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
      beginning(cursor, index.firstWords) { $0 }
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
    case .value(.command):
      beginning(cursor, index.declarations.map(\.name)) { $0 }
    case .value(.topic) where !cursor.arguments.isEmpty:
      beginning(cursor, index.secondWords(after: cursor.arguments[0])) {
        "\(cursor.arguments[0]) \($0)"
      }
    case .value(.topic):
      HelpTopic.allCases.filter { $0.rawValue.hasPrefix(cursor.text) }
        .map { Candidate($0.rawValue, detail: $0.summary) }
        + beginning(cursor, CommandGroup.allCases.map { "@\($0.rawValue)" }) { $0 }
        + beginning(cursor, index.declarations.map(\.name)) { $0 }
    case .shape: beginning(cursor, Help.shapeNames(index)) { $0 }
    case .value(.folderOrWords):
      joined(
        ValueCompletion(
          context, typed: (cursor.arguments + [cursor.text]).joined(separator: " ")), cursor)
    case .value(.thing) where !cursor.arguments.isEmpty:
      WhySubjectName.kind(behind: cursor.arguments[0]).map { texts(.value($0), cursor) } ?? []
    case .value(.expression) where cursor.arguments.last == "zoom":
      texts(.value(.site), cursor)
    case .value(let kind):
      ValueCompletion(context(at: cursor.moment, on: cursor.device), typed: cursor.text).candidates(
        kind
      )
      .map { quoted($0, kind, cursor) }
    }
  }

  /// What the rest of a folder's path is, where words before the cursor are a part of it.
  private func joined(_ completion: ValueCompletion, _ cursor: CursorContext) -> [Candidate] {
    let before = cursor.arguments.reduce("") { $0 + $1 + " " }
    return completion.candidates(.folderOrWords).map { candidate in
      Candidate(String(candidate.text.dropFirst(before.count)), detail: candidate.detail)
    }
  }

  /// A context that shows a past moment or another device, or the context itself if neither is shown.
  private func context(at moment: String?, on device: String?) -> CommandContext {
    var then = context
    // What cannot be seen is not offered; the command itself tells what is wrong.
    do throws(CommandFailure) {
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

  /// A text with spaces is one word in quotes, unless words are joined anyway.
  private func quoted(_ candidate: Candidate, _ kind: ValueKind, _ cursor: CursorContext)
    -> Candidate
  {
    guard isQuoting, !kind.joinsWords, !cursor.isInQuotes, candidate.text.contains(" "),
      !candidate.text.contains("\"")
    else { return candidate }
    // Into a folder one may continue, so its quote stays open.
    let end = candidate.text.hasSuffix("/") ? "" : "\""
    return Candidate("\"\(candidate.text)" + end, detail: candidate.detail)
  }
}
