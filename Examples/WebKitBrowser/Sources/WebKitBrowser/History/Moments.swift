import Retrace

/// The steps of the time slider. Each action that changed tabs, pages or bookmarks is a step.
/// Reports about a page, such as its title, picture and scroll position, belong to the previous
/// step.
struct Moments {
  private var firsts: [EventID] = []
  private var batch = BatchID(.nothing)
  /// The newest event that has been processed.
  private var newest = EventID.nothing

  var count: Int { firsts.count }

  /// Adds the events since the last call.
  mutating func update(from store: Store) throws {
    let last = store.browser.sequence
    guard newest < last else { return }
    var (firsts, batch) = (firsts, batch)
    try store.visitLog(isPrivate: false, from: newest.advanced(by: 1), through: last) {
      event, _ in
      if event.body.isStep, event.batch != batch {
        firsts.append(event.sequence)
        batch = event.batch
      }
      return true
    }
    (self.firsts, self.batch, newest) = (firsts, batch, last)
  }

  /// Returns the first event of a step.
  func first(at index: Int) -> EventID { firsts[index] }

  /// Returns the last event before the next step.
  func last(at index: Int) -> EventID {
    index + 1 < count ? firsts[index + 1].advanced(by: -1) : newest
  }

  /// Returns the step of an event, or 0 before the first step.
  func index(of event: EventID) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if firsts[middle] <= event { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}

extension Session.Body {
  /// Whether an event begins a step of the time slider.
  fileprivate var isStep: Bool {
    switch self {
    case .tab(.selected), .time(.undone), .time(.redone), .time(.branched): true
    case .tab(.discarded), .window(.placed), .window(.focused): false
    default: isUndoable
    }
  }
}
