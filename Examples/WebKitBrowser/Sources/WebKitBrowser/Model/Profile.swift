import Retrace

/// The browser's only state: a store, and the actions on it.
final class Profile {
  let store: Store
  /// Called when something may have changed. This happens often, so listeners wait until the end of
  /// the current turn of the main loop.
  var changed: () -> Void = {}
  /// Called with a sentence for the user when an action has failed.
  var refused: (String) -> Void = { _ in }

  private var knownUndoState = (canUndo: false, canRedo: false)
  private var undoPosition: [EventID] = []

  init(_ store: Store) { self.store = store }

  /// Returns the present session of the durable or the private windows, or nil if it cannot be
  /// read.
  func session(isPrivate: Bool) -> Session? {
    isPrivate ? store.privateSession : attempt(try store.session)
  }

  /// Returns a tab of a session with its texts, or nil if the id does not exist.
  func tab(_ id: TabID, in session: Session?) -> Session.Tab? {
    guard let session else { return nil }
    return attempt(try session.tab(id)) ?? nil
  }

  func browser(isPrivate: Bool) -> Browser { isPrivate ? store.privateBrowser : store.browser }

  /// Performs an action of the user. A refusal is shown as a sentence.
  @discardableResult
  func perform(_ action: Session.Action, isPrivate: Bool = false, via: Session.Event.Via = .unknown)
    -> Commit?
  {
    defer { changed() }
    do {
      return try Diagnostics.time("perform") {
        try store.perform(action, by: Origin(.user, via: via), isPrivate: isPrivate)
      }
    } catch {
      refused("\(error)")
      return nil
    }
  }

  /// Records an action of a page or the engine. If the model rejects the action, the view is
  /// corrected.
  @discardableResult
  func follow(_ action: Session.Action, by origin: Origin) -> [Session.Event] {
    (try? store.perform(action, by: origin))?.events ?? []
  }

  /// Undoes the last action, no matter whether it was performed in this window, in another window,
  /// or in the console.
  func undo() {
    stopLoads()
    defer { changed() }
    attempt(try store.undo(by: Origin(.user, via: .key)))
  }

  /// Whether there is an action to undo, and an action to redo.
  var undoState: (canUndo: Bool, canRedo: Bool) {
    let position = [store.browser.sequence, store.privateBrowser.sequence]
    if position != undoPosition {
      undoPosition = position
      knownUndoState = (
        (try? store.planOfUndo(.newest(1))) != nil,
        (try? store.planOfRedo(.newest(1))) != nil
      )
    }
    return knownUndoState
  }

  func redo() {
    defer { changed() }
    attempt(try store.redo(by: Origin(.user, via: .key)))
  }

  /// Stops all loads, because a load that continues would restore what undo reverts.
  private func stopLoads() {
    for tab in store.browser.loadingTabs { _ = follow(.stop(tab), by: Origin(.engine)) }
  }

  /// Runs a closure that may throw, and shows its error.
  @discardableResult
  func attempt<Value>(_ body: @autoclosure () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      refused("\(error)")
      return nil
    }
  }
}

/// Pictures of pages.
extension Profile {
  /// Returns the picture reported by an event, or nil if it no longer exists.
  func picture(_ event: EventID) -> [UInt8]? { attempt(try store.session.picture(event)) ?? nil }

  func keep(picture: [UInt8], of tab: TabID) {
    attempt(try store.reportPicture(tab, picture))
    changed()
  }
}

/// Navigation.
extension Profile {
  /// Navigates to the destination of typed text. The history changes when the page is shown.
  ///
  /// - Returns: The reason as a sentence if the text has no destination, otherwise nil.
  func go(_ text: String, in tab: TabID) -> String? {
    do {
      let session = tab.isPrivate ? store.privateSession : try store.session
      let destination = try session.destination(text)
      if let pending = session.state.browser.tab(tab)?.pendingEntry, pending.exists {
        _ = follow(.stop(tab), by: Origin(.engine))
      }
      try store.perform(.startLoad(tab, destination), by: Origin(.engine))
      changed()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Goes back or forward by a number of entries.
  func travel(_ tab: TabID, by steps: Int) {
    defer { changed() }
    attempt(try store.perform(.startTravel(tab, by: steps), by: Origin(.engine)))
  }

  /// Returns the destination that failed to load in a tab: an address, or a number of steps in its
  /// history.
  func failedTarget(of id: TabID) -> (url: String, steps: Int?) {
    guard let session = session(isPrivate: id.isPrivate), let tab = session.state.browser.tab(id)
    else { return ("", nil) }
    var place: Int?
    let note = attempt(try store.note(of: tab.wanted)) ?? nil
    if case .navigation(.travelStarted(let body)) = note?.event.body {
      place = tab.entries.firstIndex { $0.id == body.entry }
    }
    let content = place.map { tab.entries[$0].content } ?? tab.wanted
    let url = attempt(try session.url(of: content)) ?? ""
    // A failed reload has no address of its own.
    if place == nil, url == Destination.startPage {
      return (self.tab(id, in: session)?.url ?? url, nil)
    }
    return (url, place.map { $0 - tab.index })
  }

  /// Returns the title of a tab's page, or the address that could not be loaded.
  func title(of tab: Session.Tab) -> String {
    tab.status == .failed ? failedTarget(of: tab.id).url.shortened : tab.shownTitle
  }

  /// Returns the text that the address field shows for a tab.
  func address(of tab: Session.Tab, in session: Session) -> String {
    if tab.status == .failed { return failedTarget(of: tab.id).url }
    return attempt(try session.address(of: tab.id)) ?? ""
  }

  /// Goes back or forward as the buttons do, which skip entries that a page has added by itself. A
  /// step that is requested during another step begins at the destination of that step.
  func step(_ id: TabID, by steps: Int) {
    guard let tab = browser(isPrivate: id.isPrivate).tab(id) else { return }
    let origin =
      tab.pendingEntry.flatMap { id in tab.entries.firstIndex { $0.id == id } } ?? tab.index
    guard let target = tab.steppedIndex(by: steps, from: origin) else { return }
    travel(id, by: target - origin)
  }
}
