public import BrowserModel
public import Observation
internal import RetraceEventLog
public import RetraceSessions
public import RetraceStore
public import RetraceTimeline

/// The state of a profile for the views of a front end. The store works on an actor of its own, so
/// that the main actor never waits for the disk or for another process.
///
/// ```swift
/// let model = try await SessionModel(profile: path)
/// let tab = try await model.open("swift.org")
/// try await model.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "hush")
/// let title = model.undoTitle  // hush
/// try await model.undo()
/// let labels = model.moments.map(\.label)  // for a slider
/// ```
///
/// The properties change when the call that caused the change returns, and when another process
/// writes to the profile. All properties change together. Views that read the properties are
/// updated (`Observation`).
@Observable @MainActor public final class SessionModel {
  /// The present, without private windows.
  public private(set) var session: Session
  /// The present of the private windows of this model.
  public private(set) var privateSession: Session
  /// The title of the action that ``undo(by:)`` would undo, such as `closed Swift`, or nil if there
  /// is nothing to undo.
  public private(set) var undoTitle: String?
  /// The title of the action that ``redo(by:)`` would redo, or nil if there is nothing to redo.
  public private(set) var redoTitle: String?
  /// The newest thousand moments with their labels, oldest first, for a time slider.
  public private(set) var moments: [LabeledMoment]
  /// The error that ended the observation of other processes, or nil while it works.
  public private(set) var observationError: (any Error)?

  /// Whether there is an action to undo.
  public var canUndo: Bool { undoTitle != nil }
  /// Whether there is an action to redo.
  public var canRedo: Bool { redoTitle != nil }

  private let worker: StoreActor
  /// The number of the shown content. Content with a smaller number is older.
  @ObservationIgnored private var number = 0
  @ObservationIgnored private var branch = BranchID.nothing
  @ObservationIgnored private var observation: Task<Void, Never>?

  /// Creates a model of a store.
  ///
  /// - Parameter store: The store, which belongs to the model from now on. ``withStore(_:)`` reaches
  ///   it.
  /// - Throws: `LogError` if the log cannot be read.
  public convenience init(_ store: sending Store) throws {
    var moments = MomentList(limit: StoreActor.momentLimit)
    let content = try StoreContent(of: store, &moments, number: 1)
    self.init(StoreActor(store, moments), content)
  }

  /// Opens a profile, like `Store.init(profile:)`, without blocking the main actor.
  ///
  /// - Parameter directory: The path of the profile.
  /// - Throws: `LogError` if the profile cannot be opened.
  public convenience init(profile directory: String) async throws {
    let (worker, content) = try await StoreActor.open(profile: directory)
    self.init(worker, content)
  }

  /// Returns a model in memory. Nothing is written to disk.
  public static func inMemory() -> SessionModel {
    do {
      return try SessionModel(Store.inMemory())
    } catch {
      preconditionFailure("An empty log in memory can be read.")
    }
  }

  private init(_ worker: StoreActor, _ content: StoreContent) {
    self.worker = worker
    session = content.session
    privateSession = content.privateSession
    undoTitle = content.undoTitle
    redoTitle = content.redoTitle
    moments = content.moments
    number = content.number
    branch = content.branch
    let newest = content.session.sequence
    observation = Task { [weak self] in
      do {
        try await worker.observe(since: newest) { content in await self?.show(content) }
      } catch {
        self?.observationError = error
      }
    }
  }

  isolated deinit { observation?.cancel() }

  /// Shows a newer content. Observers are not notified if nothing has changed.
  private func show(_ content: StoreContent) {
    guard content.number > number else { return }
    number = content.number
    let isNewer = content.session.sequence != session.sequence
    if isNewer || content.branch != branch { session = content.session }
    if content.privateSession.sequence != privateSession.sequence {
      privateSession = content.privateSession
    }
    branch = content.branch
    if content.undoTitle != undoTitle { undoTitle = content.undoTitle }
    if content.redoTitle != redoTitle { redoTitle = content.redoTitle }
    if content.moments.last != moments.last || content.moments.count != moments.count {
      moments = content.moments
    }
  }

  // MARK: Actions

  /// Runs a closure with the store, for everything that this model does not offer itself. The
  /// closure runs on the store's actor. Afterwards, the properties have their new values.
  ///
  /// ```swift
  /// let pages = try await model.withStore { store in try store.pages(containing: "swift") }
  /// ```
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  @discardableResult
  public func withStore<Value: Sendable>(
    _ body: @escaping @Sendable (Store) throws -> Value
  ) async throws -> Value {
    let (value, content) = await worker.run(body)
    if let content { show(content) }
    return try value.get()
  }

  /// Performs an action, like `Store.perform(_:by:isPrivate:if:)`. The action is on disk when this
  /// function returns.
  ///
  /// - Throws: `Refusal` if the state does not allow the action, and `LogError` if the log cannot be
  ///   read or written.
  @discardableResult
  public func perform(
    _ action: Session.Action, by origin: Origin = Origin(), isPrivate: Bool = false
  ) async throws -> Commit {
    try await withStore { try $0.perform(action, by: origin, isPrivate: isPrivate) }
  }

  /// Performs several actions as one batch, which one undo reverts, like
  /// `Store.perform(asOne:named:by:isPrivate:if:)`.
  ///
  /// - Throws: `Refusal` for the first action that is refused. In that case, nothing is written.
  @discardableResult
  public func perform(
    asOne actions: [Session.Action], named name: String? = nil, by origin: Origin = Origin(),
    isPrivate: Bool = false
  ) async throws -> Commit {
    try await withStore {
      try $0.perform(asOne: actions, named: name, by: origin, isPrivate: isPrivate)
    }
  }

  /// Opens a tab and navigates to the destination of typed text, like
  /// `Store.open(_:from:inBackground:isPrivate:)`.
  ///
  /// - Returns: The tab.
  /// - Throws: `Refusal` (`invalidAddress`) if the text is not valid.
  @discardableResult
  public func open(
    _ text: String, from opener: TabID? = nil, inBackground isInBackground: Bool = false,
    isPrivate: Bool = false
  ) async throws -> TabID {
    try await withStore {
      try $0.open(text, from: opener, inBackground: isInBackground, isPrivate: isPrivate)
    }
  }

  /// Navigates to the destination of typed text, like `Store.go(_:in:)`.
  ///
  /// - Throws: `Refusal` (`invalidAddress`) if the text is not valid.
  @discardableResult
  public func go(_ text: String, in tab: TabID? = nil) async throws -> Commit {
    try await withStore { try $0.go(text, in: tab) }
  }

  /// Opens a window with one tab, like `Store.openWindow(_:bounds:isPrivate:by:)`.
  ///
  /// - Returns: The window.
  /// - Throws: `Refusal` (`invalidAddress`) if the text is not valid.
  @discardableResult
  public func openWindow(
    _ text: String? = nil, bounds: Session.Window.Bounds? = nil, isPrivate: Bool = false
  ) async throws -> WindowID {
    try await withStore { try $0.openWindow(text, bounds: bounds, isPrivate: isPrivate) }
  }

  /// Sets a custom value, like `Store.setValue(_:named:of:by:)`. ``session`` returns custom values
  /// by its subscripts.
  ///
  /// - Throws: `Refusal` as for `Action.setValue(_:_:_:)`.
  public func setValue(
    _ bytes: some Sequence<UInt8>, named name: String, of owner: ValueOwner,
    by origin: Origin = Origin()
  ) async throws {
    let bytes = Array(bytes)
    try await withStore { try $0.setValue(bytes, named: name, of: owner, by: origin) }
  }

  /// Removes a custom value, like `Store.removeValue(named:of:by:)`.
  ///
  /// - Throws: `LogError` if the log cannot be read or written.
  public func removeValue(
    named name: String, of owner: ValueOwner, by origin: Origin = Origin()
  ) async throws {
    try await withStore { try $0.removeValue(named: name, of: owner, by: origin) }
  }

  /// Undoes the newest action of the user, like `Store.undo(by:if:)`.
  ///
  /// - Throws: `Refusal` (`nothingToDo`) if there is nothing to undo.
  @discardableResult
  public func undo(by origin: Origin = Origin()) async throws -> UndoResult {
    try await withStore { try $0.undo(by: origin) }
  }

  /// Undoes what a program did in its last run, like `Store.undo(agent:by:)`.
  ///
  /// - Throws: `Refusal` (`nothingToDo`) if the program did nothing that can be undone.
  @discardableResult
  public func undo(agent name: String, by origin: Origin = Origin()) async throws -> UndoneActions {
    try await withStore { try $0.undo(agent: name, by: origin) }
  }

  /// Redoes the action that the newest undo reverted, like `Store.redo(by:if:)`.
  ///
  /// - Throws: `Refusal` (`nothingToDo`) if there is nothing to redo.
  @discardableResult
  public func redo(by origin: Origin = Origin()) async throws -> UndoResult {
    try await withStore { try $0.redo(by: origin) }
  }

  /// Returns the state at a moment, such as `moments[3].moment`, while the present stays shown.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func session(at moment: Moment) async throws -> Session {
    try await withStore { try $0.session(at: moment) }
  }

  /// Restores the windows, tabs and groups of a moment, like `Store.restore(_:_:by:if:)`.
  ///
  /// - Throws: `Refusal` (`nothingToDo`) if nothing differs.
  @discardableResult
  public func restore(_ moment: Moment, by origin: Origin = Origin()) async throws -> Commit {
    try await withStore { try $0.restore(moment, by: origin) }
  }
}
