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
      "undo", in: .time, .writes, "undo the last action, or the action that contains an event",
      details: [
        "A number refers to an event, as in “log” and “show”. The action that contains the event "
          + "is undone.",
        "Later actions are kept, except in a tab, window or folder that disappears; --dry-run "
          + "shows this first. Nothing is removed from the log, and “redo” restores the action.",
        "With a number or with --by, an action is kept if another author has since used a tab, "
          + "window, group, folder or page that it created. The user, at any console, is one "
          + "author, and each run of a program is another. The answer lists the kept actions; "
          + "--include-later undoes them too, together with everything built on them.",
        "A run of a program is one connection to “serve”, or one console that was started with "
          + "--as. All single commands with the same --as name count as one run. --by undoes the "
          + "run that acted last, and --run the run that “runs” lists under this name.",
        "Actions at other consoles of this profile are undone too. Consequences of an action in a "
          + "page, such as a redirect, are undone with it. Reports of pages and engines, such as "
          + "titles, are not undone.",
        "Undoing more than ten actions requires confirmation, or --yes.",
      ],
      takes: [.repeated("event", .event, orNone: true)],
      options: [
        .value("last", "N", .positive, "undo the last N actions"),
        .value("by", "NAME", .agent, "undo all actions of this program in its last run"),
        .value("since", "POINT", .point, "with --by: only actions after this moment"),
        .value("until", "POINT", .point, "with --by: only actions up to this moment"),
        .value(
          "run", "RUN", .run, "undo all actions of this run, such as tidier/17; “runs” lists them"),
        .flag("all-runs", "with --by: all runs of programs with this name"),
        .flag("include-later", "also undo actions that others have built on, and what they built"),
        .flag("dry-run", "show what would differ, and write nothing"),
        .flag("yes", "do not ask for confirmation"),
      ],
      exclusive: [["last", "by"], ["run", "all-runs"], ["last", "include-later"]],
      answers: .anyOf([undoneMembers.shape, undoPreviewMembers.shape]),
      examples: [
        .init("undo", "undo the last action"),
        .init("undo 42", "undo the action that contains event 42, no matter how old"),
        .init("undo --last 3", "undo the last three actions"),
        .init("undo #42 #45", "undo two actions at once"),
        .init("undo #42 --dry-run", "show what would change"),
        .init("undo --by tidier --since 1h", "undo everything that “tidier” did in the last hour"),
        .init("undo --run tidier/17", "undo everything that one run of “tidier” did"),
        .init("undo #42 --include-later", "also undo what others have built on it"),
      ])
  ) { context, arguments throws in
    try answer(.undo, arguments, in: &context)
  }

  private static let redo = CommandCatalogue.command(
    CommandDeclaration(
      "redo", in: .time, .writes, "redo the action that was undone last, or one action",
      details: [
        "A number refers to an event, as in “log” and “show”. The action that contains the event "
          + "is redone.",
        "Without a number, nothing can be redone after another action.",
        "Redoing more than ten actions requires confirmation, or --yes.",
      ],
      takes: [.repeated("event", .event, orNone: true)],
      options: [
        .value("last", "N", .positive, "redo the last N undone actions"),
        .flag("dry-run", "show what would differ, and write nothing"),
        .flag("yes", "do not ask for confirmation"),
      ],
      answers: .anyOf([.written, previewMembers.shape]),
      examples: [
        .init("redo", "redo the action that was undone last"),
        .init("redo 42", "redo the action that contains event 42"),
        .init("redo --last 3", "redo the last three undone actions"),
      ])
  ) { context, arguments throws in
    try answer(.redo, arguments, in: &context)
  }

  /// The members about actions that are kept because other actions depend on them, and about other
  /// runs of a program. Both values are nil for an undo without kept actions and without other
  /// runs.
  private static let keptMembers = AnswerMembers<(kept: [KeptAction]?, runs: [ProgramRun]?)> {
    $0.optionalList("kept", "the actions that are kept, because others have built on them") {
      $0.kept
    } of: { action in
      action.member("batch", "the action, by its first event") { $0.batch }
      action.member("because", "the event that builds on the action") { $0.reason }
    }
    $0.optionalList("otherRuns", "with --by: the runs that were not undone") {
      $0.runs
    } of: { run in
      run.member("event", "the newest event of the run, for --run") {
        $0.batches.first ?? .nothing
      }
      run.member("actions", "the number of actions that can be undone") { $0.batches.count }
    }
  }

  private static let undoneMembers = Answer.writtenMembers().and(keptMembers)

  private static let previewMembers = AnswerMembers<
    (batches: [BatchID], diff: JSONWriter, lost: Int)
  > { preview in
    preview.member(
      "batches", "the actions, followed by their consequences, each by its first event"
    ) { $0.batches }
    preview.all(Difference.members) { $0.diff }
    preview.member("lost", "later events that would no longer have any effect") { $0.lost }
  }

  private static let undoPreviewMembers = previewMembers.and(keptMembers)

  /// Whether actions are undone or redone.
  private enum Direction {
    case undo, redo

    /// The verb used in an answer.
    var done: SafeText { self == .undo ? "undid:" : "redid:" }

    func question(_ actions: Int) -> SafeText {
      switch self {
      case .undo:
        "Undo the last \(actions) actions? “redo --last \(actions)” restores them."
      case .redo: "Redo \(actions) actions? “undo --last \(actions)” reverts them."
      }
    }

    /// Returns a preview of the changes in each affected log.
    func previews(_ choice: Choice, in context: CommandContext) throws
      -> [UndoPreview]
    {
      switch self {
      case .undo:
        try context.store.previewsOfUndo(choice.scope, includingLater: choice.includesLater)
      case .redo: try context.store.previewsOfRedo(choice.scope, by: context.origin)
      }
    }

    /// Returns the number of actions in both logs.
    func count(of choice: Choice, in context: CommandContext) throws -> Int {
      let plan =
        switch self {
        case .undo: try context.store.planOfUndo(choice.scope, includingLater: choice.includesLater)
        case .redo: try context.store.planOfRedo(choice.scope, by: context.origin)
        }
      return plan.batches.count
    }

    func perform(_ choice: Choice, in context: CommandContext) throws -> UndoneActions {
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

  /// The actions that the caller has specified.
  private struct Choice {
    let scope: UndoScope
    /// Whether actions are undone even if other actions have built on them.
    let includesLater: Bool

    /// Whether the caller specified a program.
    var namesProgram: Bool { if case .program = scope { true } else { false } }

    /// Whether the caller specified events.
    var namesEvents: Bool { if case .events = scope { true } else { false } }

    init(
      _ direction: Direction, _ arguments: Arguments, in context: CommandContext
    ) throws {
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
          throw CommandError(
            "conflict", "--include-later requires the number of an event, or --by NAME.",
            status: .usage)
        }
        self.includesLater = false
        scope = .newest(count ?? 1)
        return
      }
      guard count == nil else {
        throw CommandError(
          "conflict", "Use either the number of an event or --last, not both.",
          status: .usage)
      }
      var events: [EventID] = []
      for reference in references { events.append(try context.existingEvent(reference.number)) }
      self.includesLater = includesLater
      scope = .events(events)
    }

    /// Returns the program specified by `--by`, or nil if the option is absent.
    private static func program(
      _ arguments: Arguments, in context: CommandContext
    ) throws -> ProgramActions? {
      let since = arguments.point("since")
      let until = arguments.point("until")
      let run = try arguments.text("run").map { try context.run(named: $0) }
      guard let name = arguments.text("by") ?? run?.name else {
        if arguments.has("all-runs") {
          throw CommandError("conflict", "--all-runs requires --by NAME.", status: .usage)
        }
        if since == nil, until == nil { return nil }
        let option = since == nil ? "--until" : "--since"
        throw CommandError(
          "conflict",
          "\(option) requires --by NAME; “log \(option)” shows what came "
            + (since == nil ? "before." : "later."),
          status: .usage)
      }
      guard arguments.reference("event") == nil else {
        throw CommandError(
          "conflict", "Use either the number of an event or --by, not both.",
          status: .usage)
      }
      let first = try since.map { point in try context.sequence(of: point) }
      let last = try until.map { point in try context.sequence(of: point) }
      var actions = ProgramActions(by: name, since: first ?? .nothing, through: last ?? .last)
      if let run {
        guard run.name.utf8.elementsEqual(name.utf8) else {
          throw CommandError(
            "noSuchRun",
            "Event #\(run.event.rawValue) belongs to a run of “\(run.name)”, not of "
              + "“\(name)”.")
        }
        actions.runs = .run(of: run.event)
      } else if arguments.has("all-runs") {
        actions.runs = .all
      }
      return actions
    }
  }

  /// Shows the differences, or asks for confirmation and performs the command.
  private static func answer(
    _ direction: Direction, _ arguments: Arguments, in context: inout CommandContext
  ) throws -> Answer {
    let isDryRun = arguments.has("dry-run")
    if isDryRun { try context.refuseMissingProfile() }
    let choice = try Choice(direction, arguments, in: context)
    if isDryRun { return try previewAnswer(direction, choice, in: context) }
    if !arguments.has("yes") { try confirm(direction, choice, in: context) }
    return try performedAnswer(direction, choice, in: &context)
  }

  /// Undoes or redoes actions, and describes them.
  private static func performedAnswer(
    _ direction: Direction, _ choice: Choice, in context: inout CommandContext
  ) throws -> Answer {
    let previous = context.store.timeline
    let undone = try context.write { _ in
      try direction.perform(choice, in: context)
    }
    let results = undone.results
    if results.last?.batch.isPrivate ?? false { context.isPrivateFocused = true }
    if context.printsJSON {
      let newest = context.store.timeline.position
      let kept = kept(undone.plan.kept, undone.plan.otherRuns, by: direction, choice)
      return Answer(json: ((results.map(\.performed), newest), kept), undoneMembers)
    }
    var lines: [SafeText] = try results.prefix(Self.describedSteps).map {
      undoing throws in
      let what = try describe(undoing.batch, isProgramKnown: choice.namesProgram, in: context)
      let more: SafeText =
        undoing.performed.events.count > 1 ? ", and what pages did because of it" : ""
      return "\(direction.done) \(what)\(more)"
    }
    let others = results.count - lines.count
    if direction == .undo {
      lines += try context.arrivalNotes(of: results.map(\.batch))
      if let note = try context.noteOfLostLists(since: previous.browser) { lines.append(note) }
    }
    if others > 0 { lines.append("… and " + .counted(others, "more action")) }
    if case .newest(let count) = choice.scope, count > results.count {
      lines.append("There were only \(SafeText(results.count.grouped)).")
    }
    if results.isEmpty { lines.append("Nothing was undone.") }
    if let summary = try summary(of: direction, since: previous, in: context) {
      lines.append(summary)
    }
    lines += try sentences(of: undone.plan.kept, in: context)
    if let note = note(on: undone.plan.otherRuns, of: choice) { lines.append(note) }
    if choice.namesEvents, results.count == 1, direction == .undo,
      let batch = results.first?.batch,
      let note = try laterTabsNote(removedWith: batch, since: previous, in: context)
    {
      lines.append(note)
    }
    return Answer(lines.joined(separator: "\n"))
  }

  /// Returns a summary of the changes if there are many changes. Returns nil if the names of the
  /// actions are descriptive enough.
  private static func summary(
    of direction: Direction, since previous: Timeline, in context: CommandContext
  ) throws -> SafeText? {
    let latter = context.store.timeline
    // The log is not read if the summary is the only reason to read it.
    guard (previous.library == nil) == (latter.library == nil) else { return nil }
    return try context.read { words in
      let difference = Difference(
        from: ProfileState(browser: previous.browser, library: previous.library ?? Library()),
        to: ProfileState(browser: latter.browser, library: latter.library ?? Library()), words)
      if direction == .redo, difference.isEmpty {
        return "Nothing visible changed, because of later actions."
      }
      return difference.lines.count > Difference.unsummarisedLines
        ? difference.summary(opened: direction == .undo ? "back" : "opened") : nil
    }
  }

  /// Returns a note about tabs that disappeared because they were opened later in something that
  /// the action had created, such as a window. Returns nil if there are no such tabs.
  private static func laterTabsNote(
    removedWith batch: BatchID, since previous: Timeline, in context: CommandContext
  ) throws -> SafeText? {
    guard !batch.isPrivate else { return nil }
    let left = Set(context.store.timeline.browser.windows.flatMap(\.tabs))
    let gone = previous.browser.windows.flatMap(\.tabs).filter {
      $0.event > batch.event && !left.contains($0)
    }
    var count = 0
    for tab in gone where try context.readEvent(tab.event, { event, _ in event.batch }) != batch {
      count += 1
    }
    guard count > 0 else { return nil }
    let tabs: SafeText = .counted(count, "tab")
    return context.style.apply(
      .yellow, to: "\(tabs) opened there later disappeared too; “redo” restores everything")
  }

  /// Asks for confirmation if there are many actions, because a large number is probably a typing
  /// error.
  private static func confirm(
    _ direction: Direction, _ choice: Choice, in context: CommandContext
  ) throws {
    if case .newest(let count) = choice.scope, count <= Self.unaskedSteps { return }
    let actions = try direction.count(of: choice, in: context)
    guard actions > Self.unaskedSteps else { return }
    try context.confirm(direction.question(actions))
  }

  /// The maximum number of actions that are undone without confirmation.
  private static var unaskedSteps: Int { 10 }

  /// Returns the changes that an undo or a redo would make, and the number of later events that
  /// would lose their effect.
  private static func previewAnswer(
    _ direction: Direction, _ choice: Choice, in context: CommandContext
  ) throws -> Answer {
    let previews = try direction.previews(choice, in: context)
    let present = try previews.map { preview in
      preview.state.browser.sequence.isPrivate
        ? ProfileState(browser: context.store.privateBrowser) : try context.readPresentState()
    }
    let lostCount = previews.reduce(0) { $0 + $1.lostCount }
    let kept = previews.flatMap(\.kept)
    let others = previews.first?.otherRuns ?? []
    var notes = try sentences(of: kept, in: context)
    if let note = note(on: others, of: choice) { notes.append(note) }
    return try context.read { words in
      let differences = zip(present, previews).map { Difference(from: $0, to: $1.state, words) }
      if context.printsJSON {
        var diff = JSONWriter()
        diff.array { json in
          for difference in differences {
            difference.write(to: &json, detailed: context.detailedChanges)
          }
        }
        return Answer(
          json: (
            (previews.flatMap(\.batches), diff, lostCount),
            self.kept(kept, others, by: direction, choice)
          ), undoPreviewMembers)
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

  /// Returns one line for each kept action with the reason for keeping it, and advice on how to
  /// undo these actions too.
  private static func sentences(
    of kept: [KeptAction], in context: CommandContext
  ) throws -> [SafeText] {
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
        .yellow, to: "--include-later also undoes the kept actions, with everything built on them"))
    return lines
  }

  /// Returns a note that other runs of the program have acted too, or nil if none has.
  private static func note(on runs: [ProgramRun], of choice: Choice) -> SafeText? {
    guard case .program(let actions) = choice.scope, !runs.isEmpty else { return nil }
    let count = runs.reduce(0) { $0 + $1.batches.count }
    let newest = runs.first?.batches.first?.rawValue ?? 0
    let of: SafeText =
      runs.count == 1
      ? "Another run of “\(actions.name)” did "
      : "\(runs.count) other runs of “\(actions.name)” did "
    return of + .counted(count, "more action")
      + "; --run \(newest)\(runs.count == 1 ? "" : ", for example,") or --all-runs undoes them."
  }

  /// Returns the parts of an undo's answer that concern kept actions.
  private static func kept(
    _ kept: [KeptAction], _ runs: [ProgramRun], by direction: Direction, _ choice: Choice
  ) -> (kept: [KeptAction]?, runs: [ProgramRun]?) {
    guard direction == .undo else { return (nil, nil) }
    return (
      choice.namesProgram || choice.namesEvents ? kept : nil, choice.namesProgram ? runs : nil
    )
  }

  /// The maximum number of steps that are described individually. Further steps are only counted.
  private static var describedSteps: Int { 3 }

  /// Returns a short description of a batch. If there are several programs, it includes the program
  /// that wrote the batch.
  static func describe(
    _ batch: BatchID, isProgramKnown: Bool, in context: CommandContext
  ) throws -> SafeText {
    var count = 0
    var last: EventLine?
    // The number of events of each kind. Events that accompany an action, such as the creation of a
    // group, are of another kind than the action.
    var counts: [EventKind?: Int] = [:]
    var window: EventLine?
    var isImport = false
    var isRestore = false
    var merged: BranchID?
    var name: SafeText?
    var program: SafeText = ""
    try context.visitShownEvents(
      isPrivate: batch.isPrivate, from: batch.event, backwards: false
    ) { event, words in
      guard event.batch == batch else { return false }
      // The history entries of a reopened or sent tab belong to the event about that tab.
      if event.body.isPageOfTab || event.body.isMakingOfGroup { return true }
      if case .time(.merged(let body)) = event.body { merged = body.branch }
      if !isProgramKnown, event.agent.isPresent, !event.isBy(agent: context.agent ?? "", words) {
        program = " (by \(SafeText(words(event.agent))))"
      }
      // A new window contains a tab, which describes the action unless it shows no page yet.
      if case .window(.opened) = event.body {
        window = EventLine(event, words: words)
        return true
      }
      count += 1
      if event.batchName.count > 0 { name = "“\(words(event.batchName))”" }
      // An import may have a hundred thousand events, and none of them describes it.
      isImport = event.actor == .import
      if isImport { return true }
      counts[event.body.kind, default: 0] += 1
      isRestore = isRestore || event.body.isRestoring
      // A focus change describes an action only if there is nothing else.
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
    let others = counts[event.event.body.kind, default: 1] - 1
    return (others < 1 ? text : "\(text) and \(others) more") + program
  }
}

extension Body {
  /// Whether the event restores a window, a tab or a group.
  fileprivate var isRestoring: Bool {
    switch self {
    case .window(.restored), .tab(.restored), .group(.restored): true
    default: false
    }
  }

  /// Whether the event describes a page of a tab that is the subject of another event in the batch.
  fileprivate var isPageOfTab: Bool {
    switch self {
    case .tab(.entryRestored), .device(.sentEntry): true
    default: false
    }
  }

  /// Whether the event creates a group. The description omits such an event, because the tabs that
  /// join the group imply it.
  fileprivate var isMakingOfGroup: Bool {
    if case .group(.created) = self { true } else { false }
  }

  /// Whether the event opens a tab that shows the start page.
  fileprivate var isTabOnStartPage: Bool {
    if case .tab(.opened(let body)) = self { !body.url.isPresent } else { false }
  }

  /// Whether the event only selects a tab or focuses a window.
  fileprivate var isChoice: Bool {
    switch self {
    case .tab(.selected), .window(.focused): true
    default: false
    }
  }
}
