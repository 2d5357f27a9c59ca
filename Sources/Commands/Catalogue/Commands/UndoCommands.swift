internal import BrowserModel
internal import CommandKit
internal import EventCoding
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Commands that undo and redo.
enum UndoCommands {
  static let all: [ConsoleCommand] = [undo, redo]

  private static let undo = CommandCatalogue.command(
    CommandDeclaration(
      "undo", in: .time, .writes, "take back what was done last, or one action by an event of it",
      details: [
        "A number is an event, as in “log” and “show”: what is taken back is the action that it belongs "
          + "to.",
        "What came later stays, but for what was done in a tab, window or folder that goes; --dry-run shows that first. "
          + "Nothing leaves the log: "
          + "“redo” brings it back.",
        "With a number or with --by, what others have built on stays: an action whose tab, window, group, "
          + "folder or page somebody else has used since. Others are the person, at whichever console, "
          + "and each run of a program. The answer lists what stays; --include-later takes it back, too, "
          + "with what was built on it.",
        "A run of a program is one connection to “serve”, or one console that was started with --as. "
          + "Single commands with --as count as one run together. --by takes back the run that acted "
          + "last.",
        "What somebody did at another console of this profile is taken back as well. What a page did "
          + "because of an action, such as a redirect, goes with it; what pages and engines report by "
          + "themselves, such as titles, is left alone.",
        "It asks before it takes back more than ten actions; --yes answers.",
      ],
      takes: [.repeated("event", .event, orNone: true)],
      options: [
        .value("last", "N", .positive, "the last so many actions"),
        .value("by", "NAME", .agent, "all that this program did in its last run"),
        .value("since", "POINT", .point, "with --by: only what it did after this moment"),
        .value("until", "POINT", .point, "with --by: only what it did up to this moment"),
        .value("run", "EVENT", .event, "with --by: the run that this event belongs to"),
        .flag("all-runs", "with --by: all runs of programs with this name"),
        .flag("include-later", "also take back what others have built on, with what they built"),
        .flag("dry-run", "show what would differ, and write nothing"),
        .flag("yes", "do not ask"),
      ],
      exclusive: [["last", "by"], ["run", "all-runs"], ["last", "include-later"]],
      answers: .anyOf([undoneShape, undoPreviewShape]),
      examples: [
        .init("undo", "take back the last action"),
        .init("undo 42", "the action that event 42 belongs to, however old"),
        .init("undo --last 3", "the last three"),
        .init("undo #42 #45", "two actions at once"),
        .init("undo #42 --dry-run", "see first what would differ"),
        .init("undo --by tidier --since 1h", "all that “tidier” did in the last hour"),
        .init("undo #42 --include-later", "with what others have built on it"),
      ])
  ) { context, arguments throws(CommandFailure) in
    try answer(.undo, arguments, in: &context)
  }

  private static let redo = CommandCatalogue.command(
    CommandDeclaration(
      "redo", in: .time, .writes, "bring back what was undone last, or one action",
      details: [
        "A number is an event, as in “log” and “show”: what is brought back is the action that it "
          + "belongs to.",
        "Without a number it brings nothing back once something else was done.",
        "It asks before it brings back more than ten actions; --yes answers.",
      ],
      takes: [.repeated("event", .event, orNone: true)],
      options: [
        .value("last", "N", .positive, "the last so many that were undone"),
        .flag("dry-run", "show what would differ, and write nothing"),
        .flag("yes", "do not ask"),
      ],
      answers: .anyOf([.written, previewShape]),
      examples: [
        .init("redo", "bring it back"),
        .init("redo 42", "bring back the action that event 42 belongs to"),
        .init("redo --last 3", "the last three that were undone"),
      ])
  ) { context, arguments throws(CommandFailure) in
    try answer(.redo, arguments, in: &context)
  }

  /// What stays because of others.
  private static let keptMember = JSONShape.Member.optional(
    "kept",
    .array(
      .object([
        .required("batch", .integer, "the action, by its first event"),
        .required("because", .integer, "the event that needs it"),
      ])), "the actions that stay, because others have built on them")

  /// The other runs of a program.
  private static let otherRunsMember = JSONShape.Member.optional(
    "otherRuns",
    .array(
      .object([
        .required("event", .integer, "the newest event of the run, for --run"),
        .required("actions", .integer, "how many can be undone"),
      ])), "with --by: the runs that were not undone")

  /// What an undo answers.
  private static let undoneShape = JSONShape.object(
    JSONShape.writtenMembers + [keptMember, otherRunsMember])

  /// What `undo --dry-run` shows.
  private static let undoPreviewShape = JSONShape.object(
    previewMembers + [keptMember, otherRunsMember])

  /// What `redo --dry-run` shows.
  private static let previewShape = JSONShape.object(previewMembers)

  private static let previewMembers: [JSONShape.Member] = [
    .required(
      "batches", .array(.integer),
      "the actions, and behind them what followed from them, each by its first event"),
    JSONShape.diff,
    .required("lost", .integer, "later events that would no longer have any effect"),
  ]

  /// Which way actions go.
  private enum Direction {
    case undo, redo

    /// What it does to them, as an answer says it.
    var done: SafeText { self == .undo ? "undid:" : "redid:" }

    func question(_ actions: Int) -> SafeText {
      switch self {
      case .undo:
        "Take back the last \(actions) actions? “redo --last \(actions)” brings them back."
      case .redo: "Bring back \(actions) actions? “undo --last \(actions)” takes them back."
      }
    }

    /// What would differ, in each log that it is about.
    func previews(_ choice: Choice, in context: CommandContext) throws(StoreFailure)
      -> [UndoPreview]
    {
      switch self {
      case .undo:
        try context.store.previewsOfUndo(choice.scope, includingLater: choice.includesLater)
      case .redo: try context.store.previewsOfRedo(choice.scope, by: context.origin)
      }
    }

    /// The number of actions, of both logs.
    func count(of choice: Choice, in context: CommandContext) throws(StoreFailure) -> Int {
      let plan =
        switch self {
        case .undo: try context.store.planOfUndo(choice.scope, includingLater: choice.includesLater)
        case .redo: try context.store.planOfRedo(choice.scope, by: context.origin)
        }
      return plan.batches.count
    }

    func perform(_ choice: Choice, in context: CommandContext) throws(StoreFailure) -> UndoneActions
    {
      let (store, origin, condition) = (context.store, context.origin, context.precondition)
      switch self {
      case .undo:
        return try store.undo(
          choice.scope, includingLater: choice.includesLater, by: origin, if: condition)
      case .redo:
        let results = try store.redo(choice.scope, by: origin, if: condition)
        return UndoneActions(results: results, plan: UndoPlan(batches: results.map(\.batch)))
      }
    }
  }

  /// The actions that the caller has named.
  private struct Choice {
    let scope: UndoScope
    /// Whether actions are undone even if others have built on them.
    let includesLater: Bool

    /// Whether the caller has said whose actions go.
    var namesProgram: Bool { if case .program = scope { true } else { false } }

    /// Whether the caller has named events.
    var namesEvents: Bool { if case .events = scope { true } else { false } }

    init(
      _ direction: Direction, _ arguments: Arguments, in context: CommandContext
    ) throws(CommandFailure) {
      let includesLater = direction == .undo && arguments.has("include-later")
      if direction == .undo, let actions = try Self.program(arguments, in: context) {
        self.includesLater = includesLater
        scope = .program(actions)
        return
      }
      let count = arguments.integer("last")
      let references = arguments.references("event")
      guard !references.isEmpty else {
        guard !includesLater else {
          throw CommandFailure(
            "conflict", "--include-later goes with the number of an event, or with --by NAME.",
            status: .usage)
        }
        self.includesLater = false
        scope = .newest(count ?? 1)
        return
      }
      guard count == nil else {
        throw CommandFailure(
          "conflict", "An event names one action, and --last the newest ones: say one of both.",
          status: .usage)
      }
      var events: [EventID] = []
      for reference in references { events.append(try context.existingEvent(reference.number)) }
      self.includesLater = includesLater
      scope = .events(events)
    }

    /// What `--by` names, or nil if it is not there.
    private static func program(
      _ arguments: Arguments, in context: CommandContext
    ) throws(CommandFailure) -> ProgramActions? {
      let since = arguments.point("since")
      let until = arguments.point("until")
      guard let name = arguments.text("by") else {
        for option in ["run", "all-runs"] where arguments.has(option) {
          throw CommandFailure("conflict", "--\(option) goes with --by NAME.", status: .usage)
        }
        if since == nil, until == nil { return nil }
        let option = since == nil ? "--until" : "--since"
        throw CommandFailure(
          "conflict",
          "\(option) goes with --by NAME; “log \(option)” shows what came "
            + (since == nil ? "before." : "later."),
          status: .usage)
      }
      guard arguments.reference("event") == nil else {
        throw CommandFailure(
          "conflict", "An event names one action, and --by all of a program: say one of both.",
          status: .usage)
      }
      let first = try since.map { point throws(CommandFailure) in try context.sequence(of: point) }
      let last = try until.map { point throws(CommandFailure) in try context.sequence(of: point) }
      var actions = ProgramActions(by: name, since: first ?? .nothing, through: last ?? .last)
      if let run = arguments.reference("run") {
        actions.runs = .run(of: try context.existingEvent(run.number))
      } else if arguments.has("all-runs") {
        actions.runs = .all
      }
      return actions
    }
  }

  /// Shows what would differ, or asks and does it.
  private static func answer(
    _ direction: Direction, _ arguments: Arguments, in context: inout CommandContext
  ) throws(CommandFailure) -> Answer {
    let isDryRun = arguments.has("dry-run")
    if isDryRun { try context.refuseMissingProfile() }
    let choice = try Choice(direction, arguments, in: context)
    if isDryRun { return try previewAnswer(direction, choice, in: context) }
    if !arguments.has("yes") { try confirm(direction, choice, in: context) }
    return try performedAnswer(direction, choice, in: &context)
  }

  /// Undoes or redoes actions, and says what they were.
  private static func performedAnswer(
    _ direction: Direction, _ choice: Choice, in context: inout CommandContext
  ) throws(CommandFailure) -> Answer {
    let former = context.store.timeline
    let undone = try context.write { _ throws(StoreFailure) in
      try direction.perform(choice, in: context)
    }
    let results = undone.results
    if results.last?.batch.isPrivate ?? false { context.isPrivateFocused = true }
    if context.printsJSON {
      let newest = context.store.timeline.position
      return Answer { json in
        Answer.write(results.map(\.performed), newest: newest, to: &json)
        if direction == .undo, choice.namesProgram || choice.namesEvents {
          write(undone.plan.kept, undone.plan.otherRuns, ofProgram: choice.namesProgram, to: &json)
        }
      }
    }
    var lines: [SafeText] = try results.prefix(Self.describedSteps).map {
      undoing throws(CommandFailure) in
      let what = try describe(undoing.batch, isProgramKnown: choice.namesProgram, in: context)
      let more: SafeText =
        undoing.performed.events.count > 1 ? ", and what pages did because of it" : ""
      return "\(direction.done) \(what)\(more)"
    }
    let others = results.count - lines.count
    if direction == .undo { lines += try context.notesOfArrival(of: results.map(\.batch)) }
    if others > 0 { lines.append("… and " + .counted(others, "more action")) }
    if case .newest(let count) = choice.scope, count > results.count {
      lines.append("There were no more than \(SafeText(results.count.grouped)).")
    }
    if results.isEmpty { lines.append("Nothing was undone.") }
    if let summary = try summary(of: direction, since: former, in: context) {
      lines.append(summary)
    }
    lines += try sentences(of: undone.plan.kept, in: context)
    if let note = note(on: undone.plan.otherRuns, of: choice) { lines.append(note) }
    if choice.namesEvents, results.count == 1, direction == .undo,
      let batch = results.first?.batch,
      let note = try noteOfLaterTabs(goneWith: batch, since: former, in: context)
    {
      lines.append(note)
    }
    return Answer(lines.joined(separator: "\n"))
  }

  /// What is another by now, where much is, or nil if the actions say it.
  private static func summary(
    of direction: Direction, since former: Timeline, in context: CommandContext
  ) throws(CommandFailure) -> SafeText? {
    let latter = context.store.timeline
    // Nothing is read from the log for a summary alone.
    guard (former.library == nil) == (latter.library == nil) else { return nil }
    return try context.read { words in
      let difference = Difference(
        from: ProfileState(browser: former.browser, library: former.library ?? Library()),
        to: ProfileState(browser: latter.browser, library: latter.library ?? Library()), words)
      if direction == .redo, difference.isEmpty {
        return "Nothing differs now, because of what was done since."
      }
      return difference.lines.count > Difference.unsummarisedLines
        ? difference.summary(opened: direction == .undo ? "back" : "opened") : nil
    }
  }

  /// Which tabs went that were opened later in what an action had made, such as a window, or nil
  /// for none.
  private static func noteOfLaterTabs(
    goneWith batch: BatchID, since former: Timeline, in context: CommandContext
  ) throws(CommandFailure) -> SafeText? {
    guard !batch.isPrivate else { return nil }
    let left = Set(context.store.timeline.browser.windows.flatMap(\.tabs))
    let gone = former.browser.windows.flatMap(\.tabs).filter {
      $0.event > batch.event && !left.contains($0)
    }
    var count = 0
    for tab in gone where try context.readEvent(tab.event, { event, _ in event.batch }) != batch {
      count += 1
    }
    guard count > 0 else { return nil }
    let tabs: SafeText = .counted(count, "tab")
    return context.style.apply(
      .yellow, to: "\(tabs) opened there later went, too; “redo” brings all of it back")
  }

  /// Asks before very much goes: nobody means ninety-nine actions by a slip of the finger.
  private static func confirm(
    _ direction: Direction, _ choice: Choice, in context: CommandContext
  ) throws(CommandFailure) {
    if case .newest(let count) = choice.scope, count <= Self.unaskedSteps { return }
    let actions = try failing { () throws(StoreFailure) in
      try direction.count(of: choice, in: context)
    }
    guard actions > Self.unaskedSteps else { return }
    try context.confirm(direction.question(actions))
  }

  /// The number of actions that are undone without a question.
  private static var unaskedSteps: Int { 10 }

  /// What an undo or a redo would make different, and how much of what came later it would leave
  /// without its object.
  private static func previewAnswer(
    _ direction: Direction, _ choice: Choice, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    let previews = try failing { () throws(StoreFailure) in
      try direction.previews(choice, in: context)
    }
    let present = try previews.map { preview throws(CommandFailure) in
      preview.state.browser.sequence.isPrivate
        ? ProfileState(browser: context.store.privateBrowser) : try context.readPresentState()
    }
    let lostCount = previews.reduce(0) { $0 + $1.lostCount }
    let kept = previews.flatMap(\.kept)
    let others = try otherRuns(choice, in: context)
    var notes = try sentences(of: kept, in: context)
    if let note = note(on: others, of: choice) { notes.append(note) }
    return try context.read { words in
      let differences = zip(present, previews).map { Difference(from: $0, to: $1.state, words) }
      if context.printsJSON {
        return Answer { json in
          json.array("batches", of: previews.flatMap(\.batches).map(\.rawValue))
          json.array("diff") { json in for difference in differences { difference.write(to: &json) }
          }
          json.member("lost", lostCount)
          if direction == .undo, choice.namesProgram || choice.namesEvents {
            write(kept, others, ofProgram: choice.namesProgram, to: &json)
          }
        }
      }
      var lines = differences.filter { !$0.isEmpty }.map { $0.summarised(in: context) }.joined()
      if lines.isEmpty { lines = "Nothing would differ.\n" }
      if lostCount > 0 {
        let events: SafeText = .counted(lostCount, "later event")
        lines +=
          context.style.apply(.yellow, to: events + " would no longer have any effect") + "\n"
      }
      for note in notes { lines += note + "\n" }
      return Answer(lines: lines)
    }
  }

  /// What stays, and why: a line each, and how to take it back all the same.
  private static func sentences(
    of kept: [KeptAction], in context: CommandContext
  ) throws(CommandFailure) -> [SafeText] {
    guard !kept.isEmpty else { return [] }
    var lines: [SafeText] = []
    for action in kept.prefix(describedSteps) {
      let what = try describe(action.batch, isProgramKnown: true, in: context)
      lines.append(
        "kept: \(what) (#\(action.batch.rawValue)), because #\(action.reason.rawValue) builds on it"
      )
    }
    let others = kept.count - lines.count
    if others > 0 { lines.append("… and " + .counted(others, "more action") + " kept") }
    lines.append(
      context.style.apply(
        .yellow, to: "--include-later takes back what was kept, too, with what was built on it"))
    return lines
  }

  /// That other runs of the program have acted, too, or nil if none has.
  private static func note(on runs: [ProgramRun], of choice: Choice) -> SafeText? {
    guard case .program(let actions) = choice.scope, !runs.isEmpty else { return nil }
    let count = runs.reduce(0) { $0 + $1.batches.count }
    let newest = runs.first?.batches.first?.rawValue ?? 0
    let of: SafeText =
      runs.count == 1
      ? "Another run of “\(actions.name)” did "
      : "\(runs.count) other runs of “\(actions.name)” did "
    return of + .counted(count, "more action")
      + "; --run \(newest)\(runs.count == 1 ? "" : ", for example,") or --all-runs takes back those."
  }

  /// The runs of the program that are not meant.
  private static func otherRuns(
    _ choice: Choice, in context: CommandContext
  ) throws(CommandFailure) -> [ProgramRun] {
    guard choice.namesProgram else { return [] }
    return try failing { () throws(StoreFailure) in
      try context.store.planOfUndo(choice.scope, includingLater: true).otherRuns
    }
  }

  private static func write(
    _ kept: [KeptAction], _ runs: [ProgramRun], ofProgram: Bool, to json: inout JSONWriter
  ) {
    json.array("kept") { json in
      for action in kept {
        json.object { json in
          json.member("batch", action.batch.rawValue)
          json.member("because", action.reason.rawValue)
        }
      }
    }
    guard ofProgram else { return }
    json.array("otherRuns") { json in
      for run in runs {
        json.object { json in
          json.member("event", run.batches.first?.rawValue ?? 0)
          json.member("actions", run.batches.count)
        }
      }
    }
  }

  /// The number of steps that are described; the others are counted.
  private static var describedSteps: Int { 3 }

  /// What a batch did, in a few words, and which other program did it, if that is not known.
  private static func describe(
    _ batch: BatchID, isProgramKnown: Bool, in context: CommandContext
  ) throws(CommandFailure) -> SafeText {
    var count = 0
    var last: EventLine?
    // What goes with it, such as a group that is made, is of another kind.
    var counts: [EventKind?: Int] = [:]
    var window: EventLine?
    var isImport = false
    var isRestore = false
    var merged: BranchID?
    var name: SafeText?
    var program: SafeText = ""
    try context.visitEventsInView(
      isPrivate: batch.isPrivate, from: batch.event, backwards: false
    ) { event, words in
      guard event.batch == batch else { return false }
      // The entries of a tab that came back, or was sent, are a part of that.
      if event.body.isPageOfTab || event.body.isMakingOfGroup { return true }
      if case .time(.merged(let body)) = event.body { merged = body.branch }
      if !isProgramKnown, event.agent.isPresent, !event.isBy(agent: context.agent ?? "", words) {
        program = " (by \(SafeText(words(event.agent))))"
      }
      // A window comes with its first tab, which says what was done unless it shows nothing yet.
      if case .window(.opened) = event.body {
        window = EventLine(event, words: words)
        return true
      }
      count += 1
      if event.batchName.count > 0 { name = "“\(words(event.batchName))”" }
      // An import may be of a hundred thousand events, and no single one says what it was.
      isImport = event.actor == .import
      if isImport { return true }
      counts[EventJSON.eventKind(of: event), default: 0] += 1
      isRestore = isRestore || event.body.isRestoring
      // Where the focus went is not what was done, unless it is all.
      if last == nil || !event.body.isChoice { last = EventLine(event, words: words) }
      return true
    }
    if isImport { return "an import of " + .counted(count, "event") }
    if count == 1, last?.event.body.isTabOnStartPage ?? false, let window { last = window }
    guard let event = last ?? window else { return "#\(batch.rawValue)" }
    if let name { return name + program }
    if let merged { return "a merge of branch \(try context.branchName(merged))" + program }
    if isRestore, count > 1 { return "a restore of " + .counted(count, "event") + program }
    let line = try context.completed(event)
    let text = try context.read { words in line.sentence { context.name(of: $0, words) } }
    let others = counts[EventJSON.eventKind(of: event.event), default: 1] - 1
    return (others < 1 ? text : "\(text) and \(others) more") + program
  }
}

extension Body {
  /// Whether it brings back a window, a tab or a group of then.
  fileprivate var isRestoring: Bool {
    switch self {
    case .window(.restored), .tab(.restored), .group(.restored): true
    default: false
    }
  }

  /// Whether it is a page of a tab that another event of its batch is about.
  fileprivate var isPageOfTab: Bool {
    switch self {
    case .tab(.entryRestored), .device(.sentEntry): true
    default: false
    }
  }

  /// Whether it makes a group, which the tabs that join it say.
  fileprivate var isMakingOfGroup: Bool {
    if case .group(.created) = self { true } else { false }
  }

  /// Whether it opens a tab that shows the start page.
  fileprivate var isTabOnStartPage: Bool {
    if case .tab(.opened(let body)) = self { !body.url.isPresent } else { false }
  }

  /// Whether it only gives a tab or a window the focus.
  fileprivate var isChoice: Bool {
    switch self {
    case .tab(.selected), .window(.focused): true
    default: false
    }
  }
}
