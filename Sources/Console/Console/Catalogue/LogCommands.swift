internal import BrowserModel
internal import EventCoding
internal import EventLog
internal import LineEditor
internal import Notation
internal import Store
internal import Timeline

extension Catalogue {
  static let log: [Command<Shell, Answer>] = [logList, show]

  private static let logList = command(
    CommandDeclaration(
      "log", in: .time, .reads, "list the events, newest last",
      details: [
        "What was taken back stays in the log and is marked “(undone)”. --follow goes on with what "
          + "other processes write, until Ctrl-C. With --json: {\"events\":[…]}, with --follow a line "
          + "each time something came. Each has sequence, batch (the first event of the same action), time, "
          + "actor, via, kind and the fields of its kind; “undone” is told where it is true."
      ],
      options: [
        .value("limit", "N", .positive, "the newest so many (20)"),
        .value("tab", "TAB", .tab, "only those about this tab"),
        .value(
          "actor", "A", .choice(Event.Actor.allCases.map { "\($0)" }), "only those of this actor"),
        .value("kind", "K", .eventKind, "only those of this kind or family"),
        .value("since", "POINT", .point, "only after this moment"),
        .value("until", "POINT", .point, "only up to this moment"),
        .value("batch", "#S", .reference, "only the action that this event belongs to"),
        .flag("follow", "wait for more, until Ctrl-C"),
      ],
      exclusive: [["until", "follow"]],
      examples: [
        .init("log --limit 3", "the last three events"),
        .init("log --kind tab.closed --since @today", "the tabs that were closed today"),
        .init("log --batch #12", "all that one action did"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let filter = try shell.logFilter(arguments)
    var answer = try shell.logAnswer(filter, limit: arguments.integer("limit") ?? 20)
    if arguments.has("follow") {
      try shell.refuseToFollow(filter)
      answer.following = filter
    }
    return answer
  }

  private static let show = command(
    CommandDeclaration(
      "show", in: .time, .reads, "show one event, and what it made different",
      details: ["With --json: the event, and “diff” as “diff” has it."],
      takes: [.required("point", .point)],
      examples: [
        .init("show 42", "the 42nd event of the log"),
        .init("show now", "the newest one"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let point = arguments.point("point") else { return .nothing }
    return try shell.showAnswer(point)
  }
}

/// What `log` shows, and what commands that write tell of the log.
extension Shell {
  /// What `log` was asked to list.
  func logFilter(_ arguments: Arguments) throws(CommandFailure) -> LogFilter {
    var filter = LogFilter()
    filter.tab = try arguments.reference("tab").map { reference throws(CommandFailure) in
      try loggedTab(reference)
    }
    filter.actor = arguments.text("actor").flatMap { name in
      Event.Actor.allCases.first { "\($0)" == name }
    }
    filter.kinds = try arguments.text("kind").map { text throws(CommandFailure) in
      try eventKinds(text)
    }
    filter.after = try arguments.point("since").map { point throws(CommandFailure) in
      try sequence(of: point)
    }
    filter.until = try arguments.point("until").map { point throws(CommandFailure) in
      try sequence(of: point)
    }
    filter.batch = try arguments.reference("batch").map { reference throws(CommandFailure) in
      try batch(of: reference)
    }
    let isAboutDurable = filter.after != nil || filter.until != nil
    filter.isPrivate =
      filter.tab?.isPrivate ?? filter.batch?.isPrivate ?? (isPrivate && !isAboutDurable)
    return filter
  }

  /// Only the durable log of the present grows by what other processes do.
  func refuseToFollow(_ filter: LogFilter) throws(CommandFailure) {
    if past != nil {
      throw CommandFailure(
        "inThePast", "Nothing comes in the past; “now” goes back to the present.")
    }
    if store.log.directory == nil || filter.isPrivate {
      throw CommandFailure("notAllowed", "What is kept in memory alone grows by this console only.")
    }
  }

  private func eventKinds(_ text: String) throws(CommandFailure) -> Set<EventKind> {
    let kinds = LogFilter.kinds(named: text)
    guard kinds.isEmpty else { return kinds }
    let hint =
      Nearest.name(to: text, among: LogFilter.kindNames).map { "did you mean \($0)?" }
      ?? "there are tab, tab.closed, navigation.committed and so on."
    throw CommandFailure(
      "noSuchKind", "There is no kind of event “\(text)”; \(hint)", status: .usage)
  }

  /// The action that an event belongs to, by its first event.
  func batch(of reference: Reference) throws(CommandFailure) -> EventID {
    let number =
      switch reference {
      case .position(let position): Int64(position)
      case .id(let id): id
      }
    let sequence = try existingEvent(number)
    var batch = sequence
    try visitLog(isPrivate: sequence.isPrivate, from: sequence, through: sequence) { event, _ in
      batch = event.batch
      return false
    }
    return batch
  }

  /// A tab of any time, by position or by id.
  func loggedTab(_ reference: Reference) throws(CommandFailure) -> EventID {
    if case .id(let id) = reference, let sequence = EventID(id: id) { return sequence }
    return try tab(reference).id
  }

  /// The events that a filter lets through, the newest `limit` of them.
  func logAnswer(_ filter: LogFilter, limit: Int) throws(CommandFailure) -> Answer {
    var list = EventList(self)
    var count = 0
    try visitLog(
      isPrivate: filter.isPrivate, from: filter.first, through: filter.until
    ) { event, words in
      guard filter.includes(event) else { return true }
      list.add(event, words: words)
      count += 1
      return count < limit
    }
    list.reverse()
    if list.isEmpty, filter.isOpen, !printsJSON { return Answer("The log is empty.") }
    return try list.answer()
  }

  /// The sequence of an event that is in the log.
  func existingEvent(_ number: Int64) throws(CommandFailure) -> EventID {
    guard let sequence = EventID(id: number),
      sequence.rawValue.magnitude <= browser(of: sequence).sequence.rawValue.magnitude
    else {
      throw .noEvent(number, newest: (number < 0 ? privateBrowser : durableBrowser).sequence)
    }
    return sequence
  }

  /// What was appended behind an event, as the answer of the command that did it.
  func eventsSince(_ sequence: EventID) throws(CommandFailure) -> Answer {
    var events: [JSONWriter] = []
    try visitLog(
      isPrivate: sequence.isPrivate, from: sequence.advanced(by: 1), backwards: false
    ) { event, words in
      events.append(EventJSON.object(event, words: words))
      return true
    }
    return Answer { json in
      json.member("sequence", browser(of: sequence).sequence.rawValue)
      json.array("events", of: events)
    }
  }

  /// Visits the events in view, those of the line up to the moment, the newest first unless told
  /// otherwise; Ctrl-C ends it.
  func visitLog(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = true, _ body: (Event, EventWords) -> Bool
  ) throws(CommandFailure) {
    if isPrivate {
      guard past == nil else { return }
      return try visitAll(
        isPrivate: true, from: first, through: last, backwards: backwards, body)
    }
    let newest = durableBrowser.sequence
    guard newest.exists else { return }
    try visit(
      lineageInView, from: first, through: min(last ?? newest, newest), backwards: backwards, body)
  }

  /// Visits the events of a line, also behind the moment in view.
  func visit(
    _ line: Lineage, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, EventWords) -> Bool
  ) throws(CommandFailure) {
    try visitAll(isPrivate: false, from: first, through: last, backwards: backwards) {
      event, words in
      line.contains(event) ? body(event, words) : true
    }
  }

  /// So few are read before a bar could be seen.
  private static let eventsWorthABar = 100_000

  /// The numbers of the first and the last event of a visit.
  private func seen(
    _ isPrivate: Bool, _ first: EventID?, _ last: EventID?
  ) -> (low: Int, high: Int) {
    let newest = isPrivate ? store.privateBrowser.sequence : store.session.sequence
    return (
      Int((first?.rawValue ?? 1).magnitude), Int((last ?? newest).rawValue.magnitude)
    )
  }

  /// Visits the events of all lines.
  func visitAll(
    isPrivate: Bool, from first: EventID? = nil, through last: EventID? = nil,
    backwards: Bool = false, _ body: (Event, EventWords) -> Bool
  ) throws(CommandFailure) {
    var isInterrupted = false
    let (low, high) = seen(isPrivate, first, last)
    let bar = high - low >= Self.eventsWorthABar ? ProgressBar("reading") : nil
    defer { bar?.end() }
    do throws(LogFailure) {
      try store.visitLog(
        isPrivate: isPrivate, from: first, through: last, backwards: backwards
      ) { event, words in
        if event.sequence.rawValue & 0x3ff == 0 {
          if LineEditor.interruptRequested {
            isInterrupted = true
            return false
          }
          let number = Int(event.sequence.rawValue.magnitude)
          bar?.show(backwards ? high - number : number - low, of: high - low)
        }
        return body(event, words)
      }
    } catch {
      throw CommandFailure(error)
    }
    if isInterrupted { throw .interrupted }
  }
}
