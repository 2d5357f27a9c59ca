/// The tabs next to the place that an event gives a tab.
///
/// An index alone shifts when an earlier action is left out of the fold. A neighbor marks the
/// place as long as it is where it was, so leaving out one action does not reorder tabs that
/// the action did not touch.
///
/// A neighbor is named by the event that put it where it was, not by its id: a tab that was
/// moved by an action that is left out now is elsewhere, and no longer marks the place.
public struct TabNeighbors: Equatable, Sendable, BitwiseCopyable {
  /// The event that placed the left neighbor, or ``EventID/nothing`` at the left end and in
  /// events of versions that did not record it.
  public var after: EventID = .nothing
  /// The event that placed the nearest tab to the right that was not placed by the same
  /// action as the left neighbor, or ``EventID/nothing`` if there is none.
  public var before: EventID = .nothing
  /// Creates a record that names no neighbor, so that the index decides.
  public init() {}
}

/// A place in a window: an index, and the tabs next to it as long as they are there.
struct TabPlace {
  /// The index, from 0, of the place at the time of the event.
  var index: Int
  /// The tabs that were next to it.
  var neighbors: TabNeighbors

  /// Creates a place from the fields of an event.
  init(_ index: Int32, _ neighbors: TabNeighbors = TabNeighbors()) {
    self.index = Int(index)
    self.neighbors = neighbors
  }
}

extension Body {
  /// The tab that the event places, the window if the event names it, and the index; nil if
  /// the event places no tab. A tab that the event itself makes is ``EventID/nothing``.
  var placing: (tab: TabID, window: WindowID, index: Int32)? {
    switch self {
    case .tab(.opened(let body)): (.nothing, body.window, body.index)
    case .tab(.reopened(let body)): (body.tab, body.window, body.index)
    case .tab(.moved(let body)): (body.tab, body.window, body.index)
    case .tab(.pinned(let body)): (body.tab, .nothing, body.index)
    case .tab(.duplicated(let body)): (body.source, .nothing, body.index)
    case .tab(.restored(let body)): (body.tab, body.window, body.index)
    case .group(.joined(let body)): (body.tab, .nothing, body.index)
    default: nil
    }
  }

  /// Records the neighbors of the place; ignored if the event places no tab.
  mutating func record(_ neighbors: TabNeighbors) {
    switch self {
    case .tab(.opened(var body)):
      body.neighbors = neighbors
      self = .tab(.opened(body))
    case .tab(.reopened(var body)):
      body.neighbors = neighbors
      self = .tab(.reopened(body))
    case .tab(.moved(var body)):
      body.neighbors = neighbors
      self = .tab(.moved(body))
    case .tab(.pinned(var body)):
      body.neighbors = neighbors
      self = .tab(.pinned(body))
    case .tab(.duplicated(var body)):
      body.neighbors = neighbors
      self = .tab(.duplicated(body))
    case .tab(.restored(var body)):
      body.neighbors = neighbors
      self = .tab(.restored(body))
    case .group(.joined(var body)):
      body.neighbors = neighbors
      self = .group(.joined(body))
    default: break
    }
  }

  /// Whether the event makes a copy of the tab that it names, which stays where it is.
  fileprivate var isCopying: Bool {
    if case .tab(.duplicated) = self { true } else { false }
  }
}

extension Draft {
  /// Records, in each event that places a tab, the tabs next to the place.
  ///
  /// - Parameters:
  ///   - browser: The browser before the first event.
  ///   - next: The id that the first event will have.
  /// - Complexity: O(1) for one event, unless many tabs to the right of its place were placed
  ///   by the same action as its left neighbor; the first of several costs a copy of the state.
  mutating func nameNeighbors(in browser: Browser, next: EventID) {
    guard let last = bodies.lastIndex(where: { $0.placing != nil }) else { return }
    var now = browser
    for offset in 0...last {
      bodies[offset].record(now.neighbors(ofPlaceIn: bodies[offset]))
      guard offset < last else { break }
      now.apply(
        Event(
          sequence: next.advanced(by: Int32(offset)), batch: BatchID(next),
          milliseconds: now.health.lastEventMilliseconds, body: bodies[offset]))
    }
  }
}

extension Browser {
  /// Returns the tabs next to the place that an event gives a tab.
  fileprivate func neighbors(ofPlaceIn body: Body) -> TabNeighbors {
    var neighbors = TabNeighbors()
    guard let placing = body.placing else { return neighbors }
    let home = record(placing.tab)?.window ?? .nothing
    guard let window = windowTable[placing.window.exists ? placing.window : home] else {
      return neighbors
    }
    // A tab that moves within its window is taken out of it first.
    let own =
      home == window.id && !body.isCopying ? window.position(of: placing.tab) : nil
    let count = window.tabs.count - (own == nil ? 0 : 1)
    let index = min(max(Int(placing.index), 0), count)
    guard index > 0 else { return neighbors }
    let left = index - 1
    guard let neighbor = record(window.tabs[own.map { left >= $0 } ?? false ? left + 1 : left])
    else { return neighbors }
    neighbors.after = neighbor.placement
    let right = own.map { index >= $0 } ?? false ? index + 1 : index
    for position in right..<max(right, window.tabs.count) where position != own {
      guard let tab = record(window.tabs[position]),
        tab.placementBatch != neighbor.placementBatch
      else { continue }
      neighbors.before = tab.placement
      break
    }
    return neighbors
  }
}
