public import BrowserModel

/// The definition itself: the fold of a line's events that are not undo or redo and whose batch is
/// not undone, where the last undo or redo that names a batch decides.
///
/// It is slow and knows nothing of ``Timeline``, not even what a branch is.
public struct NaiveTimeline {
  public let state: ProfileState
  public let undoneBatches: Set<BatchID>
  /// The events of the line, undone ones too.
  let line: [Event]

  /// - Parameters:
  ///   - events: The events of all lines.
  ///   - count: How many of them there are at the moment; nil: all.
  ///   - branch: The line's branch; nothing: the main line.
  ///   - skipped: Batches that are left out besides, whatever is in them.
  public init(
    _ events: some Collection<Event>, count: Int? = nil, branch: BranchID = .nothing,
    skipping skipped: Set<BatchID> = []
  ) {
    let line = Self.line(branch, events)
    let known = events.prefix(count ?? events.count)
    var undone: Set<BatchID> = []
    for event in known where line.contains(event.sequence) {
      switch event.body {
      case .time(.undone(let body)): undone.insert(body.batch)
      case .time(.redone(let body)): undone.remove(body.batch)
      default: break
      }
    }
    var browser = Browser()
    var library = Library()
    for event in known {
      switch event.body {
      case .time(.undone), .time(.redone): break
      default:
        if line.contains(event.sequence), !undone.contains(event.batch),
          !skipped.contains(event.batch)
        {
          browser.apply(event)
          library.apply(event)
        }
      }
      browser.skip(to: event.sequence)
    }
    state = ProfileState(browser: browser, library: library)
    self.line = known.filter { line.contains($0.sequence) }
    undoneBatches = undone
  }

  public var browser: Browser { state.browser }

  /// The events of a line: its ancestors' up to each fork, then its own.
  private static func line(
    _ branch: BranchID, _ events: some Collection<Event>
  ) -> Set<EventID> {
    let own = events.filter { $0.branch == branch }.map(\.sequence)
    guard branch.exists, let fork = events.first(where: { $0.sequence == branch.event }),
      case .time(.branched(let body)) = fork.body
    else { return Set(own) }
    let inherited = line(fork.branch, events).filter { $0 <= body.from && $0 < fork.sequence }
    return inherited.union(own)
  }
}
