internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Commands that compare moments, and explain when and why something changed.
enum CompareCommands {
  static let all: [ConsoleCommand] = [diff, why, when]

  private static let diff = CommandCatalogue.command(
    CommandDeclaration(
      "diff", in: .time, .reads, "compare two moments",
      details: [
        "If there are more than five lines, the first line is a summary. Lines begin with + for "
          + "additions, - for removals and ~ for changes. Positions count from 1. Tabs that only "
          + "shifted because other tabs moved are omitted.",
        "With --json, each change has a “kind” and refers to its thing by id (window, tab, entry, "
          + "group, item, bookmark, site or name). A thing that was added or removed has a place "
          + "(window or folder, and index from 0). A changed thing has “from” and “to”, which are "
          + "null for nothing, or the member that changed (pinned, muted, collapsed).",
      ],
      takes: [.required("from", .point, label: "A"), .optional("to", .point, label: "B")],
      options: [.flag("stat", "show only the numbers of differences")],
      answers: .anyOf([Difference.members.shape, DifferenceStat.shape]),
      examples: [
        .init("diff 42", "compare the moment after event 42 with now"),
        .init("diff 10 20", "show what happened between two moments"),
        .init("diff @yesterday", "show what happened since the start of yesterday"),
        .init("diff start", "show everything that happened"),
        .init("diff @yesterday --stat", "count the changes since"),
      ])
  ) { context, arguments throws in
    guard let from = arguments.point("from") else { return .nothing }
    let states = try context.states(at: from, arguments.point("to"))
    if arguments.has("stat") {
      return try context.read { words in
        let difference = Difference(from: states.former, to: states.latter, words)
        if context.printsJSON { return Answer(json: difference.stat) }
        return Answer(difference.isEmpty ? "Nothing differs." : difference.summary())
      }
    }
    return try differenceAnswer(from: states.former, to: states.latter, in: context)
  }

  private static let why = CommandCatalogue.command(
    CommandDeclaration(
      "why", in: .time, .reads, "list the events that explain the state of a thing",
      details: [
        "THING can be a tab, by position or id; anything else, by its id; “tab”, “entry”, "
          + "“window”, “group” or “bookmark” with a position or an id; “zoom” with a host or "
          + "“default”; or a setting. The default is the active tab.",
        "The third column shows what each event set.",
      ],
      takes: [.optional("thing", .thing)],
      answers: WhyAnswer.members.shape,
      examples: [
        .init("why", "explain the active tab"),
        .init("why #4", "explain the thing with this id"),
        .init(
          "why zoom example.com",
          "explain the zoom of a site; “why zoom 3” explains that of a "
            + "tab"),
        .init("why historyLimit", "explain a setting"),
      ])
  ) { context, arguments throws in
    try WhyAnswer(context).answer(arguments.text("thing") ?? "")
  }

  private static let when = CommandCatalogue.command(
    CommandDeclaration(
      "when", in: .time, .reads, "find the first moment at which something was true",
      details: [
        "Conditions: “tab WORDS” (a tab has the words in its title or URL), “tab #ID” (the tab is "
          + "open), “url ~ WORDS”, “title ~ WORDS”, “closed #ID” (the tab or window is closed), "
          + "“tabs”, “windows”, “groups”, “bookmarks” or “closed” with <, <=, =, !=, >= or > and a "
          + "number, “zoom HOST > 100”, “zoom default > 100”. Combine conditions with “and”, “or”, "
          + "“not” and parentheses.",
        "Every state from the beginning of the log to the moment shown is checked.",
      ],
      takes: [.required("expression", .expression)],
      answers: whenMembers.shape,
      examples: [
        .init("when tab \"rust\"", "when a tab first showed a page about Rust"),
        .init("when tabs > 50 and not windows > 1", "when both were true at once"),
        .init("when closed #4", "when this tab was closed"),
        .init("when zoom example.com > 100", "when the site was enlarged"),
      ])
  ) { context, arguments throws in
    try whenAnswer(arguments.text("expression") ?? "", in: context)
  }

  private static let startMembers = AnswerMembers<Int>(
    "sequence", "0 if the expression is true before the first event")

  private static let whenMembers = AnswerMembers<JSONWriter?>(
    "when", .nullable(.anyOf([.named(.event), startMembers.shape])), "null if it was never true")

  /// Returns the differences between two states.
  static func differenceAnswer(
    from former: ProfileState, to latter: ProfileState, in context: CommandContext
  ) throws -> Answer {
    try context.read { words in
      let difference = Difference(from: former, to: latter, words)
      if context.printsJSON {
        return Answer(json: difference.json(in: context), Difference.members)
      }
      return difference.isEmpty
        ? Answer("Nothing differs.")
        : Answer(lines: difference.summarised(in: context))
    }
  }

  /// Returns the answer of `when`.
  private static func whenAnswer(_ text: String, in context: CommandContext) throws
    -> Answer
  {
    let expression = try ExpressionParser.parse(text)
    guard let moment = try firstMoment(expression, in: context) else {
      return context.printsJSON
        ? Answer(json: nil, whenMembers)
        : Answer(
          context.isPrivate
            ? "It was never true of the private windows. Focus another window with “window N” to "
              + "ask about the other windows."
            : "It was never true, up to this moment.")
    }
    return moment.exists ? try answerAtEvent(moment, in: context) : answerAtStart(in: context)
  }

  /// Returns the answer of `when` if the expression is true before the first event.
  private static func answerAtStart(in context: CommandContext) -> Answer {
    context.printsJSON
      ? Answer(json: startMembers.document(0), whenMembers)
      : Answer("It is true at the start, before the first event.")
  }

  /// Returns the answer of `when` if the expression becomes true at an event.
  private static func answerAtEvent(
    _ moment: EventID, in context: CommandContext
  ) throws -> Answer {
    var answer = Answer.nothing
    var line: EventLine?
    try context.visitShownEvents(
      isPrivate: moment.isPrivate, from: moment, through: moment
    ) { event, words in
      if context.printsJSON {
        answer = Answer(json: EventJSON.object(event, words: words), whenMembers)
      } else {
        line = EventLine(event, words: words)
      }
      return false
    }
    guard let line = try line.map({ line in try context.completed(line) })
    else { return answer }
    var table = Table([.left, .left, .left])
    table.add([
      context.style.apply(.bold, to: "#\(moment.rawValue)"),
      SafeText(Timestamp(milliseconds: line.event.milliseconds).exactText()),
      try context.read { words in context.sentence(of: line, words) },
    ])
    let advice: SafeText =
      moment.isPrivate
      ? "“show #\(moment.rawValue)” shows what changed. Private windows have no past."
      : "“at \(moment.rawValue)” shows that moment, “show \(moment.rawValue)” shows what changed."
    return Answer(
      lines: table.text(width: context.presentation.columns) + context.style.apply(.dim, to: advice)
        + "\n")
  }

  /// Returns the first moment at which an expression is true. An empty moment means the start, and
  /// nil means that the expression is never true.
  private static func firstMoment(
    _ expression: Expression, in context: CommandContext
  ) throws -> EventID? {
    var watch = Watch(expression, Timeline())
    if watch.holds { return .nothing }
    var found: EventID?
    try context.visitMoments(isPrivate: context.browser.sequence.isPrivate) { event, words, past in
      watch.follow(event, words: words, past)
      if watch.holds { found = event.sequence }
      return !watch.holds
    }
    return found
  }
}
