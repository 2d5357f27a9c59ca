package import BrowserModel
package import CommandKit
package import Notation
internal import RetraceEventLog
internal import RetraceStore
package import RetraceTimeline

/// Showing a moment other than the present.
extension CommandContext {
  /// Shows a moment, or the present.
  package mutating func view(_ point: Point) throws {
    past = point == .now ? nil : try moment(at: point)
  }

  /// Switches to a branch, at its present.
  package mutating func switchBranch(to name: String) throws {
    let id = try branch(named: name)
    try store.switchBranch(to: id)
    past = nil
  }

  /// Returns the time of the newest event shown, or nil at the start.
  func shownTime() throws -> Timestamp? {
    if let past { return past.time }
    return try time(of: store.timeline.position, on: store.timeline.lineage)
  }

  /// Returns a time in the form used by lists and the prompt.
  package func shortTime(_ time: Timestamp?) -> SafeText {
    SafeText(time?.shortText(now: presentation.now()) ?? "start")
  }

  /// Throws an error unless the present is shown.
  package func refuseThePast() throws {
    guard let past else { return }
    if past.isWhatIf {
      throw CommandError("inThePast", "“whatif” shows a hypothetical state and writes nothing.")
    }
    let point = past.position.exists ? "\(past.position.rawValue)" : "start"
    if isOneCommand {
      throw CommandError(
        "inThePast",
        "The past cannot be changed: omit --at, restore it with “restore \(point)”, or continue "
          + "from it with “branch NAME \(point)”.")
    }
    throw CommandError(
      "inThePast",
      "The past cannot be changed: “now” returns to the present, “restore \(point)” restores it, "
        + "“branch NAME \(point)” continues from it.")
  }
}

/// The state that reading commands show, which is the present or a moment of the past.
extension CommandContext {
  /// The durable state of the browser at the moment shown.
  package var durableBrowser: Browser { past?.browser ?? store.browser }

  /// Reads the complete durable state at the moment shown.
  func readState() throws -> ProfileState {
    if let past { return try past.readState() }
    return try readPresentState()
  }

  /// Reads the complete durable state of the present, regardless of the moment shown.
  func readPresentState() throws -> ProfileState {
    try store.readState()
  }

  /// Passes the library at the moment shown and the texts of the log to a closure.
  func readLibrary<Value>(
    _ body: (Library, LogText) -> Value
  ) throws -> Value {
    let library = try readState().library
    return try read { body(library, $0) }
  }

  /// The private windows in the state shown. They are not recorded in the log, so a past state has
  /// no private windows.
  var privateBrowser: Browser { past == nil ? store.privateBrowser : Browser() }

  /// Returns the part of the state shown to which an id belongs, either durable or private.
  package func browser(of id: some EventReference) -> Browser {
    id.isPrivate ? privateBrowser : durableBrowser
  }

  /// Returns the zoom of a tab in the state shown.
  func zoom(of tab: Tab, _ words: LogText) -> ZoomAnswer {
    browser(of: tab.id).zoom(of: tab, text: words)
  }

  /// Returns the branch shown up to its moment, or the timeline of the private windows.
  func shownTimeline(isPrivate: Bool) -> Timeline {
    if isPrivate { return past == nil ? store.privateTimeline : Timeline() }
    return past?.timeline ?? store.timeline
  }

  /// The branch shown.
  package var shownLineage: Lineage { shownTimeline(isPrivate: false).lineage }

  /// All open windows. The durable windows come before the private windows.
  var windows: [Window] { durableBrowser.windows + privateBrowser.windows }
}
