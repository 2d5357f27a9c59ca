internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Notation
internal import Store

/// What `forget` says of what it would take, or took.
struct ForgettingAnswer {
  private let request: ForgettingRequest
  private let preview: ForgettingPreview
  /// The lines of the history that go.
  var lines: [String] = []
  /// Why lines of the history may remain.
  var linesProblem: LineEditorError?
  /// Whether other devices will forget it, too.
  var telling = OtherDevices.Telling.none
  /// What was done; nil where it is only listed.
  var forgetting: Forgetting?

  /// So many of a kind are listed on a terminal.
  private static let shownItems = 20

  init(_ request: ForgettingRequest, _ preview: ForgettingPreview) {
    self.request = request
    self.preview = preview
  }

  /// What it would take, listed.
  func dryRun(_ shell: Shell) -> Answer {
    if shell.printsJSON { return json(shell) }
    guard preview.counts != ForgettingCounts() || !lines.isEmpty || !preview.mentions.isEmpty else {
      return Answer(Self.nothing)
    }
    var text: VisibleText = "This would forget \(sentence).\n"
    text += list(preview.items.map { (VisibleText($0.item.kind.rawValue), $0.item.text) }, shell)
    text += list(lines.map { ("line", $0) }, shell)
    return Answer(lines: text + remaining(shell))
  }

  /// What it took.
  func done(_ shell: Shell) -> Answer {
    let took = forgetting?.performed.events.isEmpty == false
    var answer: Answer
    if shell.printsJSON {
      answer = json(shell)
    } else if took || !lines.isEmpty {
      answer = Answer(lines: "Forgot \(sentence).\n" + others + remaining(shell))
    } else {
      answer = Answer(lines: Self.nothing + "\n" + others + remaining(shell))
    }
    if case .failed(let failure) = telling { answer.failure = failure }
    if let linesProblem {
      answer.failure = CommandFailure(
        "linesRemain",
        "Lines about it may remain in the line history: \(linesProblem.description.sentence)")
    }
    return answer
  }

  private static let nothing: VisibleText = "There is nothing of it in the profile."

  // MARK: Sentences

  /// What becomes of it on other devices.
  private var others: VisibleText {
    guard case .noted = telling else { return "" }
    return "The other devices forget it with the next “sync”.\n"
  }

  /// “2 pages, 1 bookmark and the zoom of 1 site, in 7 events”.
  var sentence: VisibleText {
    let counts = forgetting?.counts ?? preview.counts
    var parts: [VisibleText] = [.counted(counts.pages, "page")]
    if counts.bookmarks > 0 {
      parts.append(.counted(counts.bookmarks, "bookmark", "bookmarks and folders"))
    }
    if counts.sites > 0 { parts.append("the zoom of " + .counted(counts.sites, "site")) }
    if counts.unknown > 0 {
      parts.append(.counted(counts.unknown, "event") + " of a newer version")
    }
    if counts.damaged > 0 { parts.append(.counted(counts.damaged, "damaged event")) }
    if !lines.isEmpty { parts.append(.counted(lines.count, "typed line")) }
    let last = parts.removeLast()
    let list = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
    let what = list + ", in " + .counted(counts.events, "event")
    guard case .url(let url) = request.scope else { return what }
    return what + " (\(url) with all its #fragments)"
  }

  /// Where the name of a site remains.
  private func remaining(_ shell: Shell) -> VisibleText {
    guard !preview.mentions.isEmpty, case .site(let host) = request.scope else { return "" }
    let list = list(
      preview.mentions.map { (VisibleText($0.item.kind.rawValue), $0.item.text) }, shell)
    return "\(host) is still mentioned; --mentions takes these as well:\n" + list
  }

  /// Each kind in a column; on a terminal so many of them as one can look through.
  private func list(_ items: [(kind: VisibleText, text: String)], _ shell: Shell) -> VisibleText {
    let limit = shell.presentation.columns == nil ? items.count : Self.shownItems
    var table = Table([.left, .left, .left])
    for item in items.prefix(limit) { table.add(["", item.kind, VisibleText(item.text)]) }
    var text = table.text(width: shell.presentation.columns)
    if items.count > limit {
      text += "  and \((items.count - limit).grouped) more; --json lists all\n"
    }
    return text
  }

  // MARK: JSON

  static let shape = JSONShape.object(
    JSONShape.writtenMembers + [
      .required(
        "forgotten",
        .object([
          .required("events", .integer), .required("pages", .integer),
          .required("bookmarks", .integer), .required("sites", .integer),
          .required("unknown", .integer, "events of a newer version"),
          .required("damaged", .integer, "damaged events"),
        ])),
      .required("lines", .integer, "how many typed lines"),
      .required("mentions", .array(.named(.forgettingItem)), "where the name of a site remains"),
      .optional("items", .array(.named(.forgettingItem)), "with --dry-run: what it would take"),
      .required("dryRun", .boolean),
      .optional("shared", .flag, "the other devices of the profile forget it, too"),
    ])

  private func json(_ shell: Shell) -> Answer {
    Answer { json in
      let newest = shell.store.browser.sequence
      json.member("sequence", newest.rawValue)
      json.array("events") { json in
        guard let performed = forgetting?.performed else { return }
        for event in performed.events {
          json.object { json in
            EventJSON.write(event, to: &json, words: EventWords(performed.words.span.raw))
          }
        }
      }
      let counts = forgetting?.counts ?? preview.counts
      json.object("forgotten") { json in
        json.member("events", counts.events)
        json.member("pages", counts.pages)
        json.member("bookmarks", counts.bookmarks)
        json.member("sites", counts.sites)
        json.member("unknown", counts.unknown)
        json.member("damaged", counts.damaged)
      }
      json.member("lines", lines.count)
      write(preview.mentions, as: "mentions", &json)
      if forgetting == nil {
        write(preview.items + lines.map { (ForgettingItem(.typed, $0), 0) }, as: "items", &json)
      }
      json.member("dryRun", forgetting == nil)
      if case .noted = telling { json.member("shared", true) }
    }
  }

  private func write(
    _ items: [(item: ForgettingItem, count: Int)], as name: StaticString, _ json: inout JSONWriter
  ) {
    json.array(name.description) { json in
      for (item, count) in items {
        json.object { json in
          json.member("kind", item.kind.rawValue)
          json.member("text", item.text)
          json.member("events", count)
        }
      }
    }
  }
}
