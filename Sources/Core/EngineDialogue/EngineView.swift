internal import BrowserModel

/// The state that a driver stores about the view of a tab, based on the orders that the view
/// received and on its reports.
struct EngineView: Sendable {
  let tab: TabID
  /// The number of the command that created the view.
  let created: Int
  /// The newest command except zooms. Reports of events that happened before this command are no
  /// longer accepted.
  var newestCommand: Int
  /// The newest report that was accepted or dropped.
  var newestReport = 0

  /// The view's list according to the last report or order.
  var items: ContiguousArray<Item> = []
  /// The index of the item whose page is shown.
  var index = 0
  /// The order in progress: the content that the view was asked to show but has not shown yet.
  var inFlight = InFlight.nothing
  /// Whether the view has begun to load something, with or without a command, and is not idle yet.
  var isBusy = false
  /// The URL of a load that the page began, or nil if the page did not begin a load.
  var requestedByPage: String?
  /// The URLs that the current load was redirected to.
  var redirects: [String] = []
  /// Whether a page has loaded completely since the view was created.
  var hasFinished = false

  /// The newest event that the view was asked to handle, or that it caused itself.
  var answered: EventID
  /// The pending load or travel that the view knows about, or `EventID.nothing`.
  var pending: EventID
  /// Whether the tab was loading at the last comparison.
  var wasLoading = false
  /// The number of times that the view was corrected since the model last requested something.
  var repairs = 0
  /// Whether the view is idle but does not show the content that it was asked to show.
  var isOutOfSync = false
  /// The level at which the view shows pages.
  var zoom = ZoomLevel.actual
  /// The page and the temporary level for which the zoom was computed, or nil if it must be
  /// computed again.
  var zoomed: ZoomBasis?

  /// An item of the list, with the content of its entry. The content is `EventID.nothing` while the
  /// model has no entry for the item.
  struct Item: Sendable {
    var id: EngineItem.ID
    var content: EventID
    var url = ""
  }

  /// The content that a view was asked to show.
  enum InFlight: Equatable, Sendable {
    case nothing
    /// A new entry, identified by the event with its URL.
    case load(EventID)
    /// An entry of the list, identified by its content.
    case entry(EventID)
    /// A reload of the current page.
    case reload
  }

  /// The inputs of a tab's zoom, apart from the zoom of sites.
  struct ZoomBasis: Equatable, Sendable {
    var content: EventID
    var temporary: ZoomLevel
  }

  /// The maximum number of corrections of a view until the model requests something else. Without
  /// this limit, a page that repeats a change that the model refuses would cause an endless loop.
  static let repairLimit = 2

  /// Creates the record of a view that is being created.
  init(for goal: TabGoal, created: Int) {
    tab = goal.tab
    self.created = created
    newestCommand = created
    answered = goal.wanted
    // A load can begin only after there is a view to load it in.
    pending = goal.pendingEntry.exists ? goal.pending : .nothing
  }

  /// The content of the entry whose page is shown, or `EventID.nothing` if the model has no such
  /// entry.
  var shown: EventID { items.indices.contains(index) ? items[index].content : .nothing }

  /// Records a command.
  mutating func note(_ order: EngineCommand.Order, number: Int) {
    if case .zoom(let level) = order {
      zoom = level
      return
    }
    newestCommand = number
    requestedByPage = nil
    redirects = []
    isOutOfSync = false
    switch order {
    case .create(let entries, let index): note(entries, index: index, keepsPage: false)
    case .restore(let entries, let index, let keepsPage):
      note(entries, index: index, keepsPage: keepsPage)
    case .load(let event): begin(.load(event))
    case .travel(let item): begin(.entry(content(of: item)))
    case .reload: begin(.reload)
    case .stop:
      inFlight = .nothing
      isBusy = false
      pending = .nothing
    case .zoom, .close: break
    }
  }

  private mutating func begin(_ what: InFlight) {
    inFlight = what
    isBusy = true
  }

  /// Records a list that the view was asked to adopt.
  private mutating func note(
    _ entries: ContiguousArray<HistoryEntry>, index: Int, keepsPage: Bool
  ) {
    items = []
    for entry in entries { items.append(Item(id: .entry(entry.content), content: entry.content)) }
    self.index = index
    inFlight = .nothing
    if !keepsPage { begin(.entry(entries[index].content)) }
  }

  /// Applies a list that the view reports. Known items keep their entries.
  mutating func receive(_ list: EngineList) {
    var taken: ContiguousArray<Item> = []
    for (position, item) in list.items.enumerated() {
      taken.append(
        Item(id: item.id, content: content(of: item.id, near: position), url: item.url))
    }
    items = taken
    index = list.index
  }

  /// Returns the content of the entry of an item, or `EventID.nothing` if the model has no such
  /// entry.
  ///
  /// - Parameter position: The position to try first.
  func content(of id: EngineItem.ID, near position: Int = 0) -> EventID {
    if items.indices.contains(position), items[position].id == id { return items[position].content }
    if let known = items.first(where: { $0.id == id }) { return known.content }
    if case .entry(let content) = id { return content }
    return .nothing
  }

  /// Assigns an entry to an item.
  mutating func bind(_ id: EngineItem.ID, to content: EventID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    items[position].content = content
  }
}
