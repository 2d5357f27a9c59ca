internal import BrowserModel
internal import Notation
internal import Store
internal import Timeline

/// Looking at another moment than the present.
extension Shell {
  /// Puts a moment in view; the present where that is meant.
  mutating func look(at point: Point) throws(CommandFailure) {
    past = point == .now ? nil : try moment(at: point)
  }

  /// Moves the view by so many events of its line.
  mutating func step(by steps: Int) throws(CommandFailure) {
    let line = lineageInView
    let position = past?.position ?? store.timeline.position
    guard let reached = try sequence(behind: position, by: Int64(steps), on: line) else {
      if steps < 0 {
        throw CommandFailure(
          "outOfRange",
          "There are fewer events before this; “at start” goes before the first one.")
      }
      throw CommandFailure(
        "outOfRange",
        try sequence(behind: position, by: 1, on: line) == nil
          ? "Nothing comes after this."
          : "There are fewer events after this; “now” goes back to the present.")
    }
    past = try moment(reached, on: line.branch)
  }

  /// Where the view is now, as the answer of a command that moved it.
  func momentAnswer() throws(CommandFailure) -> Answer {
    let branch = try branchName(lineageInView.branch)
    if printsJSON {
      let time = try timeInView()
      return Answer { json in
        json.member("sequence", durableBrowser.sequence.rawValue)
        json.member("time", time)
        json.member("branch", branch)
        json.member("present", past == nil)
      }
    }
    let place: VisibleText = lineageInView.branch.exists ? " of branch \(branch)" : ""
    guard let past else {
      let newest = store.timeline.position
      return Answer(
        newest.exists
          ? "at the present\(place), event #\(newest.rawValue)" : "at the present: the log is empty"
      )
    }
    let note: VisibleText =
      store.privateBrowser.windowOrder.isEmpty
      ? "" : style.apply(.dim, to: " (private windows are not shown)")
    guard past.position.exists else {
      return Answer("at the start, before the first event" + note)
    }
    return Answer(
      "at #\(past.position.rawValue)\(place), \(shortTime(past.time)): "
        + (try describeNewest(in: past)) + note)
  }

  /// The time of the newest event in view; nil at the start.
  func timeInView() throws(CommandFailure) -> Timestamp? {
    if let past { return past.time }
    return try time(of: store.timeline.position, on: store.timeline.lineage)
  }

  /// A time as lists and the prompt show it.
  func shortTime(_ time: Timestamp?) -> VisibleText {
    VisibleText(time?.shortText(now: presentation.now()) ?? "start")
  }

  /// Refuses to write where something else than the present is in view.
  func refuseThePast() throws(CommandFailure) {
    guard let past else { return }
    if past.isSupposed {
      throw CommandFailure("inThePast", "“whatif” shows what would be; it writes nothing.")
    }
    let point = past.position.exists ? "\(past.position.rawValue)" : "start"
    throw CommandFailure(
      "inThePast",
      "The past cannot be changed: “now” leaves it, “restore \(point)” brings it back, “branch NAME "
        + "\(point)” goes on from it.")
  }

  /// The time of the newest event of a line up to a position.
  func time(of position: EventID, on line: Lineage) throws(CommandFailure) -> Timestamp? {
    guard position.exists else { return nil }
    var time: Timestamp?
    try visit(line, through: position, backwards: true) { event, _ in
      time = Timestamp(milliseconds: event.milliseconds)
      return false
    }
    return time
  }

  /// What the newest event of the line did, in a few words.
  private func describeNewest(in moment: Moment) throws(CommandFailure) -> VisibleText {
    var line: EventLine?
    try visit(moment.line, through: moment.position, backwards: true) { event, words in
      line = EventLine(event, words: words)
      return false
    }
    guard let line else { return "nothing yet" }
    let main = try read { words in line.main { name(of: $0, words) } }
    return line.kind + " " + (main.isEmpty ? line.rest : main)
  }
}

/// States of other moments than the one in view.
extension Shell {
  /// The state of the private windows when an event was the newest of their log.
  func privateState(at moment: EventID) throws(CommandFailure) -> Browser {
    var replay = Replay(line(isPrivate: true))
    if moment.exists { try replay.run(through: moment, in: self) }
    return replay.browser
  }

  /// The durable state at a point; that of a branch's name is its newest.
  func state(at point: Point) throws(CommandFailure) -> Browser { try moment(at: point).browser }

  /// Visits the events that the state in view is the fold of, the newest first, as long as `body`
  /// wants to.
  func visitFolded(
    isPrivate: Bool, from first: EventID?, _ body: (Event) -> Bool
  ) throws(CommandFailure) {
    let undone = undoneBatches(isPrivate: isPrivate)
    try visitLog(isPrivate: isPrivate, from: first) { event, _ in
      undone.contains(event.batch) ? true : body(event)
    }
  }

  /// The line of events that the state in view is the fold of.
  func line(isPrivate: Bool) -> Lineage { isPrivate ? .main : lineageInView }
}

/// The state in view: what every reading command shows, at present or at a moment of the past.
extension Shell {
  /// The durable state in view.
  var durableBrowser: Browser { past?.browser ?? store.browser }

  /// The durable state in view, perhaps without the bookmarks and the zoom of sites: what most
  /// commands look at.
  var durableSession: Browser { past?.session ?? store.session }

  /// The private windows in view. Nothing of them is in the log, so the past has none.
  var privateBrowser: Browser { past == nil ? store.privateBrowser : Browser() }

  /// The state in view that an id belongs to, perhaps without bookmarks and the zoom of sites.
  func browser(of id: EventID) -> Browser { id.isPrivate ? privateBrowser : durableSession }

  /// The zoom of a tab in view.
  func zoom(of tab: Tab, _ words: LogText) -> ZoomAnswer {
    (tab.id.isPrivate ? privateBrowser : durableBrowser).zoom(of: tab, text: words)
  }

  /// The batches that are left out of a state in view.
  func undoneBatches(isPrivate: Bool) -> Set<EventID> {
    if isPrivate { return past == nil ? store.privateUndoneBatches : [] }
    return past?.undoneBatches ?? store.timeline.undoneBatches
  }

  /// The line in view.
  var lineageInView: Lineage { past?.line ?? store.timeline.lineage }

  /// All open windows: the durable ones, then the private ones.
  var windows: [Window] { durableSession.windows + privateBrowser.windows }
}

/// A line at a moment, whose bookmarks and zoom of sites are read when somebody looks at them.
final class LazyTimeline {
  private let store: Store
  private var timeline: Timeline

  init(_ timeline: Timeline, in store: Store) {
    self.timeline = timeline
    self.store = store
  }

  var line: Lineage { timeline.lineage }

  var undoneBatches: Set<EventID> { timeline.undoneBatches }

  /// The state, perhaps without them.
  var session: Browser { timeline.browser }

  /// The state with everything in it.
  var browser: Browser {
    timeline = store.completed(timeline)
    return timeline.browser
  }

  /// Goes to another moment of the line.
  func step(to point: EventID) throws(StoreFailure) { try store.step(&timeline, to: point) }
}
