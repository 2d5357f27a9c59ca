internal import BrowserModel

/// What a driver knows of the view of a tab: what it was told, and what it has reported.
struct EngineView: Sendable {
  let tab: TabID
  /// The number of the command that made the view.
  let created: Int
  /// The newest command except for zooms: what happened before it is not taken any more.
  var newestCommand: Int
  /// The newest report that was taken or dropped.
  var newestReport = 0

  /// The view's list as it was last reported or told.
  var items: ContiguousArray<Item> = []
  /// The index of the item whose page is shown.
  var index = 0
  /// What the view was told to show and has not shown yet.
  var inFlight = UnderWay.nothing
  /// Whether the view has begun to load something, by itself or not, and is not at rest yet.
  var isBusy = false
  /// The URL of a load that the page began; nil while there is none.
  var requestedByPage: String?
  /// Where the server has sent the load that is under way.
  var redirects: [String] = []
  /// Whether a page has loaded completely since the view was made.
  var hasFinished = false

  /// The newest event that the view was told to answer, or that it brought about itself.
  var answered: EventID
  /// The pending load or travel that the view knows of, or `EventID.nothing`.
  var pending: EventID
  /// Whether the tab was loading when it was last compared.
  var wasLoading = false
  /// How often the view was put right since the model last asked for something.
  var repairs = 0
  /// Whether the view is at rest and does not show what it was told to.
  var isOutOfSync = false
  /// The level at which the view shows pages.
  var zoom = ZoomLevel.actual
  /// The page and the temporary level for which the zoom was worked out, or nil if it must be
  /// worked out again.
  var zoomed: ZoomBasis?

  /// An item of the list, with the content of the entry that it stands for. The content is
  /// `EventID.nothing` as long as the model has no entry for it.
  struct Item: Sendable {
    var id: EngineItem.ID
    var content: EventID
    var url = ""
  }

  /// What a view was told to show.
  enum UnderWay: Equatable, Sendable {
    case nothing
    /// A new entry: the event with its URL.
    case load(EventID)
    /// An entry of the list, by its content.
    case entry(EventID)
    /// The page that is shown, again.
    case reload
  }

  /// What the zoom of a tab depends on, apart from that of sites.
  struct ZoomBasis: Equatable, Sendable {
    var content: EventID
    var temporary: ZoomLevel
  }

  /// How often a view is put right at most until the model asks for something else. A page that
  /// does each time what the model refuses would continue for ever.
  static let repairLimit = 2

  /// Creates what is known of a view that is told to be made now.
  init(for goal: TabGoal, created: Int) {
    tab = goal.tab
    self.created = created
    newestCommand = created
    answered = goal.wanted
    // A load begins only when there is something to load it in.
    pending = goal.pendingEntry.exists ? goal.pending : .nothing
  }

  /// The content of the entry whose page is shown; `EventID.nothing` if the model has none.
  var shown: EventID { items.indices.contains(index) ? items[index].content : .nothing }

  /// Takes note of a command.
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

  private mutating func begin(_ what: UnderWay) {
    inFlight = what
    isBusy = true
  }

  /// Takes note of a list that the view was told to have.
  private mutating func note(
    _ entries: ContiguousArray<HistoryEntry>, index: Int, keepsPage: Bool
  ) {
    items = []
    for entry in entries { items.append(Item(id: .entry(entry.content), content: entry.content)) }
    self.index = index
    inFlight = .nothing
    if !keepsPage { begin(.entry(entries[index].content)) }
  }

  /// Takes note of a list that the view reports. Items keep the entries that they stand for.
  mutating func take(_ list: EngineList) {
    var taken: ContiguousArray<Item> = []
    for (position, item) in list.items.enumerated() {
      taken.append(
        Item(id: item.id, content: content(of: item.id, near: position), url: item.url))
    }
    items = taken
    index = list.index
  }

  /// Returns the content of the entry that an item stands for; `EventID.nothing` if the
  /// model has none.
  ///
  /// - Parameter position: Where the item is looked for first.
  func content(of id: EngineItem.ID, near position: Int = 0) -> EventID {
    if items.indices.contains(position), items[position].id == id { return items[position].content }
    if let known = items.first(where: { $0.id == id }) { return known.content }
    if case .entry(let content) = id { return content }
    return .nothing
  }

  /// Makes an item stand for an entry.
  mutating func bind(_ id: EngineItem.ID, to content: EventID) {
    guard let position = items.firstIndex(where: { $0.id == id }) else { return }
    items[position].content = content
  }
}
