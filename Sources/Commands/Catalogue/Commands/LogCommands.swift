internal import BrowserModel
internal import CommandKit
internal import EventCoding
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Commands that show the events of the log.
enum LogCommands {
  static let all: [ConsoleCommand] = [list, show]

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "log", in: .time, .reads, "list the events, newest last",
      details: [
        "Undone actions stay in the log and are marked “(undone)”. Events of another device are "
          + "listed at the position where they arrived, with “on” and the device. --follow waits "
          + "for new events until Ctrl-C. With --json, it prints one line for each group of new "
          + "events.",
        "If an event refers only to a tab, the list shows the current or last page of that tab. "
          + "“show” prints the kind and all data of an event.",
      ],
      options: [
        .value("limit", letter: "n", "N", .positive, "list the newest N events (20)"),
        .value("tab", "TAB", .tab, "only events about this tab"),
        .value(
          "actor", "A", .choice(Event.Actor.allCases.map { "\($0)" }), "only events by this actor"),
        .value("by", "NAME", .agent, "only events of the program with this name"),
        .value("run", "RUN", .run, "only events of this run of a program, on any branch"),
        .value("device", "DEVICE", .device, "only events of this device"),
        .value("kind", "K", .eventKind, "only events of this kind or family"),
        .value("since", "POINT", .point, "only events after this moment"),
        .value("until", "POINT", .point, "only events up to this moment"),
        .value("batch", "EVENT", .event, "only events of the same action as this event"),
        .flag("follow", "wait for more events, until Ctrl-C"),
      ],
      exclusive: [["until", "follow"], ["run", "follow"]],
      answers: EventList.members.shape,
      examples: [
        .init("log --limit 3", "the last three events"),
        .init("log --kind tab.closed --since today", "the tabs that were closed today"),
        .init("log --batch #12", "all events of one action"),
        .init("log --run tidier/17", "what one run of “tidier” did"),
        .init("log --device phone", "the events of the phone"),
      ])
  ) { context, arguments throws in
    let filter = try logFilter(arguments, in: context)
    var answer = try logAnswer(
      filter, limit: arguments.integer("limit") ?? 20, follows: arguments.has("follow"), in: context
    )
    if arguments.has("follow") {
      try refuseToFollow(filter, in: context)
      answer.following = filter
    }
    return answer
  }

  private static let show = CommandCatalogue.command(
    CommandDeclaration(
      "show", in: .time, .reads, "show one event, and what it changed",
      details: [
        "On a terminal, the program chafa draws the picture of a page, in pixels if the terminal "
          + "can show them."
      ],
      takes: [.required("point", .point)],
      answers: .event(with: shownMembers.shapes),
      examples: [
        .init("show 42", "show event 42"),
        .init("show now", "show the newest event"),
      ])
  ) { context, arguments throws in
    guard let point = arguments.point("point") else { return .nothing }
    return try showAnswer(point, in: context)
  }

  /// The members of the answer of `show` in addition to the members of the event.
  private static let shownMembers = AnswerMembers<(diff: JSONWriter, undoneBy: EventID?)> { event in
    event.all(Difference.members) { $0.diff }
    event.optional("undoneBy", "the event that undid its action") { $0.undoneBy }
  }

  /// Returns the newest event of a moment, and what it changed on its branch.
  private static func showAnswer(_ point: Point, in context: CommandContext) throws
    -> Answer
  {
    let sequence = try shownEvent(at: point, in: context)
    let (before, after) = try statesAround(sequence, in: context)
    let (json, lines) = try context.read { words in
      let difference = Difference(from: before, to: after, words)
      return (
        difference.json, difference.table(context.style).text(width: context.presentation.columns)
      )
    }
    if context.printsJSON {
      return try readEvent(sequence, in: context) { event, words in
        Answer { writer in
          EventJSON.write(event, to: &writer, words: words)
          shownMembers.write((json, undo(of: event, in: context)), to: &writer)
        }
      }
    }
    let line = try context.completed(
      try readEvent(sequence, in: context) { EventLine($0, words: $1) })
    let effect = lines.isEmpty ? "It changed nothing visible.\n" : lines
    let fate: SafeText =
      undo(of: line.event, in: context).map { "Undone by #\($0.rawValue).\n" } ?? ""
    var answer = Answer(
      lines: line.full(style: context.style) + context.style.apply(.yellow, to: fate) + "\n"
        + effect)
    answer.illustrations = IllustratedLines(pictureOf: sequence)
    return answer
  }

  /// Returns the event that undid the action of an event, or nil if the action is not undone.
  private static func undo(of event: Event, in context: CommandContext) -> EventID? {
    let record = context.shownTimeline(isPrivate: event.sequence.isPrivate).undoRecords.last {
      $0.batch == event.batch
    }
    return record.flatMap { $0.isUndo ? $0.sequence : nil }
  }

  /// Returns the event that a point refers to. A number refers to the event with this number on any
  /// branch. Any other point refers to the newest event at its moment.
  private static func shownEvent(
    at point: Point, in context: CommandContext
  ) throws -> EventID {
    if case .event(let number) = point { return try context.existingEvent(number) }
    let sequence = try context.newestEvent(of: context.moment(at: point))
    if sequence.exists { return sequence }
    throw CommandError(
      "outOfRange",
      context.durableBrowser.sequence.exists
        ? "The start is not an event; “show 1” shows the first event." : "The log is empty.")
  }

  /// Returns the states just before and after an event, on the event's branch.
  private static func statesAround(
    _ sequence: EventID, in context: CommandContext
  ) throws -> (former: ProfileState, latter: ProfileState) {
    let before = sequence.advanced(by: -1)
    if sequence.isPrivate {
      return (
        try privateState(at: before, in: context), try privateState(at: sequence, in: context)
      )
    }
    let (branch, device, isAboutLibrary) = try readEvent(sequence, in: context) { event, _ in
      (event.branch, event.device, event.body.isAboutLibrary)
    }
    if device != 0, !isAboutLibrary {
      return (
        try state(of: device, at: before, in: context),
        try state(of: device, at: sequence, in: context)
      )
    }
    return try context.states(
      at: CommandContext.Place(branch: branch, sequence: before),
      CommandContext.Place(branch: branch, sequence: sequence))
  }

  /// Returns the state of another device at the time when an event was the newest event in the log.
  private static func state(
    of device: UInt32, at moment: EventID, in context: CommandContext
  ) throws -> ProfileState {
    let past = try context.store.moment(Moment(newest: moment))
    let other = try context.store.timeline(ofDevice: device, upTo: past)
    return ProfileState(browser: other?.browser ?? Browser(), library: Library())
  }

  /// Returns the state of the private windows at the time when an event was the newest event in
  /// their log.
  private static func privateState(at moment: EventID, in context: CommandContext)
    throws
    -> ProfileState
  {
    guard moment.exists else { return ProfileState() }
    return ProfileState(browser: try context.store.moment(Moment(newest: moment)).browser)
  }

  /// Reads data of one event, on any branch.
  private static func readEvent<Value>(
    _ sequence: EventID, in context: CommandContext, _ body: (Event, EventWords) -> Value
  ) throws -> Value {
    guard let found = try context.readEvent(sequence, body) else {
      throw CommandError("damaged", "Event \(sequence.rawValue) cannot be read.")
    }
    return found
  }

  /// Returns the filter described by the arguments of `log`.
  private static func logFilter(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> LogFilter {
    var filter = LogFilter()
    filter.tab = try arguments.reference("tab").map { reference in
      try context.loggedTab(reference)
    }
    filter.actor = arguments.text("actor").flatMap { name in
      Event.Actor.allCases.first { "\($0)" == name }
    }
    filter.agent = arguments.text("by")
    if let run = try arguments.text("run").map({ try context.run(named: $0) }) {
      filter.run = try context.batches(of: run)
    }
    filter.device = try arguments.text("device").map { text in
      let device = try context.device(text)
      return device.isThis ? 0 : device.number
    }
    filter.kinds = try arguments.text("kind").map { text in
      try eventKinds(text)
    }
    filter.after = try arguments.point("since").map { point in
      try context.sequence(of: point)
    }
    filter.until = try arguments.point("until").map { point in
      try context.sequence(of: point)
    }
    filter.batch = try arguments.reference("batch").map { reference in
      try context.batch(of: reference)
    }
    filter.takesExchanges = context.printsJSON || filter.batch != nil
    let isAboutDurable = filter.after != nil || filter.until != nil || filter.run != nil
    filter.isPrivate =
      filter.tab?.isPrivate ?? filter.batch?.isPrivate ?? (context.isPrivate && !isAboutDurable)
    return filter
  }

  /// Throws an error unless the present of a log on disk is shown. Other processes can add events
  /// only there.
  private static func refuseToFollow(_ filter: LogFilter, in context: CommandContext)
    throws
  {
    if context.past != nil {
      throw CommandError(
        "inThePast", "The past has no new events; “now” returns to the present.")
    }
    if context.store.log.directory == nil || filter.isPrivate {
      throw CommandError(
        "notAllowed", "Only this console adds events to a log that is stored only in memory.")
    }
  }

  /// Returns the kinds of events that a name refers to: one kind, or all kinds of a family.
  private static func eventKinds(_ text: String) throws -> Set<EventKind> {
    let kinds = LogFilter.kinds(named: text)
    guard kinds.isEmpty else { return kinds }
    let hint =
      Nearest.name(to: text, among: LogFilter.kindNames).map { "did you mean “\($0)”?" }
      ?? "examples are tab, tab.closed and navigation.committed."
    throw CommandError(
      "noSuchKind", "There is no kind of event “\(text)”; \(hint)", status: .usage)
  }

  /// Returns the newest events that match a filter, at most `limit` events.
  /// - Parameter follows: Whether new events will be shown below the list. In this case, the list
  ///   does not end with a note.
  private static func logAnswer(
    _ filter: LogFilter, limit: Int, follows: Bool, in context: CommandContext
  ) throws -> Answer {
    var list = EventList(context)
    var count = 0
    var next: Int?
    var oldest = 0
    try context.visitEvents(of: filter.before(context.offset)) { event, words in
      guard filter.includes(event, words: words) else { return true }
      guard count < limit else {
        list.isCut = !follows
        next = oldest
        return false
      }
      list.add(event, words: words)
      count += 1
      oldest = Int(event.sequence.rawValue.magnitude)
      return !follows || count < limit
    }
    let timeline = context.shownTimeline(isPrivate: filter.isPrivate)
    // If the profile has other devices, some events are not listed.
    let listsAll = filter.takesExchanges || timeline.devices.isEmpty
    if filter.isOpen, listsAll, !follows, timeline.branches.isEmpty {
      list.total = Int(timeline.position.rawValue.magnitude)
    }
    list.reverse()
    if list.isEmpty, filter.isOpen, !context.printsJSON { return Answer("The log is empty.") }
    return context.part(try list.answer(), next: next)
  }
}
