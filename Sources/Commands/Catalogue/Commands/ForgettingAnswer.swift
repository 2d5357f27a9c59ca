internal import BrowserModel
internal import CommandKit
internal import HistoryStorage
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The answer of `forget`, which describes the data that the command removes or has removed.
struct ForgettingAnswer {
  private let request: ForgettingRequest
  private let preview: ForgettingPreview
  /// The lines of the history to remove.
  var lines: [String] = []
  /// The reason why lines of the history may remain.
  var linesProblem: String?
  /// Whether other devices will forget the data too.
  var announcement = OtherDevices.Announcement.none
  /// The result of forgetting the data, or nil if the data is only listed.
  var forgetting: Forgetting?

  /// The maximum number of items of a kind listed on a terminal.
  private static let shownItems = 20

  private var counts: ForgettingCounts { forgetting?.counts ?? preview.counts }
  private var tabs: TabsAfterForgetting { forgetting?.tabs ?? preview.tabs }

  init(_ request: ForgettingRequest, _ preview: ForgettingPreview) {
    self.request = request
    self.preview = preview
  }

  /// Returns the list of what would be removed.
  func dryRun(_ context: CommandContext) -> Answer {
    if context.printsJSON { return json(context) }
    guard preview.counts != ForgettingCounts() || !lines.isEmpty || !preview.mentions.isEmpty else {
      return Answer(Self.nothing)
    }
    var text: SafeText = "This would forget \(sentence).\n" + tabSentences(context)
    text += list(preview.items.map { (SafeText($0.item.kind.rawValue), $0.item.text) }, context)
    text += list(lines.map { ("line", $0) }, context)
    return Answer(lines: text + remaining(context))
  }

  /// Returns the list of removed data.
  func done(_ context: CommandContext) -> Answer {
    let took = forgetting?.performed.events.isEmpty == false
    var answer: Answer
    if context.printsJSON {
      answer = json(context)
    } else if took || !lines.isEmpty {
      answer = Answer(
        lines: "Forgot \(sentence).\n" + tabSentences(context) + others + remaining(context))
    } else {
      answer = Answer(lines: Self.nothing + "\n" + others + remaining(context))
    }
    if case .failed(let failure) = announcement { answer.failure = failure }
    if let linesProblem {
      answer.failure = CommandError(
        "linesRemain",
        "Lines about the forgotten data may remain in the line history: \(linesProblem.sentence)")
    }
    return answer
  }

  private static let nothing: SafeText =
    "Nothing to forget: the profile contains nothing that "
    + "matches."

  // MARK: Sentences

  /// The effect on other devices.
  private var others: SafeText {
    guard case .noted = announcement else { return "" }
    return "The other devices forget the same data with the next “sync”.\n"
  }

  /// Returns one sentence for each kind of effect on tabs, such as “1 open tab now shows the start
  /// page: tab 2.”
  private func tabSentences(_ context: CommandContext) -> SafeText {
    let isDone = forgetting != nil
    var text: SafeText = ""
    let outcomes: [([TabID], String, String)] = [
      (tabs.startPages, "the start page", "the start page"),
      (tabs.otherPages, "another page of its history", "other pages of their histories"),
    ]
    for (ids, one, many) in outcomes where !ids.isEmpty {
      let verb = isDone ? ids.count == 1 ? "now shows" : "now show" : "would show"
      text +=
        .counted(ids.count, "open tab") + " \(verb) \(ids.count == 1 ? one : many)"
        + places(of: ids, context) + ".\n"
    }
    if !tabs.closed.isEmpty {
      let verb = isDone ? "can no longer" : "could no longer"
      text += .counted(tabs.closed.count, "closed tab") + " \(verb) be reopened.\n"
    }
    return text
  }

  /// Returns the positions of tabs, after a colon. Empty if there are too many tabs to list.
  private func places(of ids: [TabID], _ context: CommandContext) -> SafeText {
    let found = ids.compactMap { id in context.durableBrowser.tab(id).map { context.place(of: $0) }
    }
    guard found.count == ids.count, found.count <= Self.namedTabs, let last = found.last else {
      return ""
    }
    guard found.count > 1 else { return ": tab " + last }
    return ": tabs " + found.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The maximum number of tabs listed individually.
  private static let namedTabs = 10

  /// A summary of the data, such as “2 pages, 1 bookmark and the zoom of 1 site, in 7 events”.
  var sentence: SafeText {
    var parts: [SafeText] = [.counted(counts.pages, "page")]
    if counts.bookmarks > 0 {
      parts.append(.counted(counts.bookmarks, "bookmark", "bookmarks and folders"))
    }
    if counts.sites > 0 { parts.append("the zoom of " + .counted(counts.sites, "site")) }
    if counts.settings > 0 { parts.append(.counted(counts.settings, "setting")) }
    if counts.values > 0 { parts.append(.counted(counts.values, "value")) }
    for (kind, one, many) in Self.namedStrings {
      if let count = counts.strings[kind] { parts.append(.counted(count, one, many)) }
    }
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

  /// The kinds of removed strings other than pages, their titles, bookmarks and zoom.
  private static let namedStrings: [(ForgettingItem.Kind, String, String)] = [
    (.typed, "typed or searched text", "typed or searched texts"),
    (.note, "note", "notes"),
    (.group, "group title", "group titles"),
    (.mark, "name of a mark", "names of marks"),
    (.branch, "name of a branch", "names of branches"),
    (.proposal, "name of a proposal", "names of proposals"),
    (.action, "name of an action", "names of actions"),
    (.address, "address inside another address", "addresses inside other addresses"),
  ]

  /// Returns a list of the data that is kept: traces of the forgotten pages, and mentions of a
  /// site's name.
  private func remaining(_ context: CommandContext) -> SafeText {
    var text: SafeText = ""
    if !preview.remaining.isEmpty {
      text = forgetting == nil ? "These would be kept" : "These were kept"
      text += "; “forget URL” or “forget --site HOST” removes them:\n"
      text += list(
        preview.remaining.map { (Self.remainingName($0.item.kind), $0.item.text) }, context)
    }
    return text + mentions(context)
  }

  /// Returns the name of a kind in the list of kept data.
  private static func remainingName(_ kind: ForgettingItem.Kind) -> SafeText {
    kind == .page ? "visit" : SafeText(kind.rawValue)
  }

  /// Returns a list of the remaining mentions of a site's name.
  private func mentions(_ context: CommandContext) -> SafeText {
    guard !preview.mentions.isEmpty, case .site(let host) = request.scope else { return "" }
    let list = list(
      preview.mentions.map { (SafeText($0.item.kind.rawValue), $0.item.text) }, context)
    return "\(host) is still mentioned here (--mentions removes these too):\n" + list
  }

  /// Returns a table of texts with their kinds in a separate column. On a terminal, the table is
  /// shortened.
  private func list(_ items: [(kind: SafeText, text: String)], _ context: CommandContext)
    -> SafeText
  {
    let limit = context.presentation.columns == nil ? items.count : Self.shownItems
    var table = Table([.left, .left, .left])
    for item in items.prefix(limit) { table.add(["", item.kind, SafeText(item.text)]) }
    var text = table.text(width: context.presentation.columns)
    if items.count > limit {
      text += "  and \((items.count - limit).grouped) more; --json lists all\n"
    }
    return text
  }

  // MARK: JSON

  static let members = Answer.writtenMembers(hasRun: true).and(forgottenMembers)

  private static let forgottenMembers = AnswerMembers<Self> { answer in
    answer.object("forgotten") { forgotten in
      forgotten.member("events") { $0.counts.events }
      forgotten.member("pages") { $0.counts.pages }
      forgotten.member("bookmarks") { $0.counts.bookmarks }
      forgotten.member("sites") { $0.counts.sites }
      forgotten.member("settings", "settings that return to their defaults") {
        $0.counts.settings
      }
      forgotten.member("values", "custom values that are removed") {
        $0.counts.values
      }
      forgotten.member("unknown", "events of a newer version") { $0.counts.unknown }
      forgotten.member("damaged", "damaged events") { $0.counts.damaged }
    }
    answer.map(
      "strings",
      "the number of strings of each kind that are removed, completely or in "
        + "part"
    ) { answer in
      ForgettingItem.Kind.allCases.compactMap { kind in
        answer.counts.strings[kind].map { (kind.rawValue, $0) }
      }
    }
    answer.object("tabs", "the ids of the tabs that lose the page they show") { tabs in
      tabs.member("startPage", "open tabs that show the start page afterwards") {
        $0.tabs.startPages
      }
      tabs.member(
        "otherPage", "open tabs that show another page of their histories afterwards"
      ) { $0.tabs.otherPages }
      tabs.member("closed", "closed tabs that cannot be reopened afterwards") { $0.tabs.closed }
    }
    answer.member("lines", "the number of typed lines") { $0.lines.count }
    answer.member(
      "remaining",
      "traces of the forgotten pages that are kept: bookmarks, zoom, and visits elsewhere"
    ) { ForgettingItemAnswer.list($0.preview.remaining) }
    answer.member("mentions", "text in which the name of the site remains") {
      ForgettingItemAnswer.list($0.preview.mentions)
    }
    answer.optional("items", "with --dry-run, the data that would be removed") { answer in
      answer.forgetting == nil
        ? ForgettingItemAnswer.list(
          answer.preview.items + answer.lines.map { (ForgettingItem(.typed, $0), 0) }) : nil
    }
    answer.member("dryRun") { $0.forgetting == nil }
    answer.flag("shared", "whether the other devices of the profile forget the data too") {
      if case .noted = $0.announcement { true } else { false }
    }
  }

  private func json(_ context: CommandContext) -> Answer {
    let performed = forgetting.map { [$0.performed] } ?? []
    return Answer(json: ((performed, context.store.browser.sequence), self), Self.members)
  }
}
