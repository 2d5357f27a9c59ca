package import BrowserModel
package import CommandKit
package import Notation
internal import RetraceEventLog
internal import RetraceStore
package import RetraceTimeline

/// Looking at another moment than the present.
extension CommandContext {
  /// Puts a moment in view; the present where that is meant.
  package mutating func view(_ point: Point) throws(CommandFailure) {
    past = point == .now ? nil : try moment(at: point)
  }

  /// Goes over to a branch, at its present.
  package mutating func switchBranch(to name: String) throws(CommandFailure) {
    let id = try branch(named: name)
    try failing { () throws(StoreFailure) in try store.switchBranch(to: id) }
    past = nil
  }

  /// The time of the newest event in view; nil at the start.
  func timeInView() throws(CommandFailure) -> Timestamp? {
    if let past { return past.time }
    return try time(of: store.timeline.position, on: store.timeline.lineage)
  }

  /// A time as lists and the prompt show it.
  package func shortTime(_ time: Timestamp?) -> SafeText {
    SafeText(time?.shortText(now: presentation.now()) ?? "start")
  }

  /// Refuses to write where something else than the present is in view.
  package func refuseThePast() throws(CommandFailure) {
    guard let past else { return }
    if past.isWhatIf {
      throw CommandFailure("inThePast", "“whatif” shows a hypothetical state and writes nothing.")
    }
    let point = past.position.exists ? "\(past.position.rawValue)" : "start"
    if isOneCommand {
      throw CommandFailure(
        "inThePast",
        "The past cannot be changed: omit --at, restore it with “restore \(point)”, or continue "
          + "from it with “branch NAME \(point)”.")
    }
    throw CommandFailure(
      "inThePast",
      "The past cannot be changed: “now” returns to the present, “restore \(point)” restores it, "
        + "“branch NAME \(point)” continues from it.")
  }
}

/// The state in view: what every reading command shows, at present or at a moment of the past.
extension CommandContext {
  /// The durable state of the browser in view.
  var durableBrowser: Browser { past?.browser ?? store.browser }

  /// Reads the whole durable state in view.
  func readState() throws(CommandFailure) -> ProfileState {
    if let past { return try past.readState() }
    return try readPresentState()
  }

  /// Reads the whole durable state of the present, whatever is in view.
  func readPresentState() throws(CommandFailure) -> ProfileState {
    try failing { () throws(LogFailure) in try store.readState() }
  }

  /// Lends the library in view, and the words of the log.
  func readLibrary<Value>(
    _ body: (Library, LogText) -> Value
  ) throws(CommandFailure) -> Value {
    let library = try readState().library
    return try read { body(library, $0) }
  }

  /// The private windows in view. Nothing of them is in the log, so the past has none.
  var privateBrowser: Browser { past == nil ? store.privateBrowser : Browser() }

  /// The state in view that an id belongs to.
  package func browser(of id: some EventReference) -> Browser {
    id.isPrivate ? privateBrowser : durableBrowser
  }

  /// The zoom of a tab in view.
  func zoom(of tab: Tab, _ words: LogText) -> ZoomAnswer {
    browser(of: tab.id).zoom(of: tab, text: words)
  }

  /// The line in view up to its moment, or that of the private windows.
  func timelineInView(isPrivate: Bool) -> Timeline {
    if isPrivate { return past == nil ? store.privateTimeline : Timeline() }
    return past?.timeline ?? store.timeline
  }

  /// The line in view.
  package var lineageInView: Lineage { timelineInView(isPrivate: false).lineage }

  /// All open windows: the durable ones, then the private ones.
  var windows: [Window] { durableBrowser.windows + privateBrowser.windows }
}
