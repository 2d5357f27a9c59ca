/// The place that an event assigns to a tab, relative to the other tabs of the window.
///
/// An index shifts when the fold excludes an earlier action. A rank does not shift. Tabs with ranks
/// are in the order of their ranks, so excluding one action does not reorder tabs that the action
/// did not touch.
///
/// Tabs that were placed by earlier versions have no rank. Next to a tab without a rank, the
/// neighbours mark the place, unless they have moved since the event. A neighbour is identified by
/// the event that placed it, not by its id. If the action that placed the neighbour is excluded
/// from the fold, the neighbour is at another place and no longer marks this place.
public struct TabNeighbors: Equatable, Sendable, BitwiseCopyable {
  /// The event that placed the left neighbour, or ``EventID/nothing`` at the left end of the
  /// window, and in events of versions that did not record neighbours.
  public var after: EventID = .nothing
  /// The event that placed the nearest tab to the right, ignoring tabs placed by the same action as
  /// the left neighbour. ``EventID/nothing`` if there is no such tab.
  public var before: EventID = .nothing
  /// The upper half of ``rank``.
  public var rankWhole: Int32 = 0
  /// The lower half of ``rank``, with the same bits.
  public var rankFraction: Int32 = 0
  /// Creates a record without rank and neighbours, so that the index determines the place.
  public init() {}

  /// The rank of the place among the tabs of the window, or 0 if the place has no rank.
  public var rank: Int64 {
    get { Int64(rankWhole) << 32 | Int64(UInt32(bitPattern: rankFraction)) }
    set {
      rankWhole = Int32(truncatingIfNeeded: newValue >> 32)
      rankFraction = Int32(truncatingIfNeeded: newValue)
    }
  }
}

extension Body {
  /// The tab that the event places, its window if the event names a window, and its index, or nil
  /// if the event places no tab. If the event itself creates the tab, the id of the tab is
  /// ``EventID/nothing``.
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

  /// Records the neighbours of the place. Does nothing if the event places no tab.
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

  /// Whether the event copies the tab that it names and leaves the original in place.
  var isCopying: Bool {
    if case .tab(.duplicated) = self { true } else { false }
  }
}

extension Draft {
  /// Records, in each event that places tabs, the rank of the place and the tabs next to it.
  ///
  /// - Parameters:
  ///   - browser: The browser before the first event.
  ///   - next: The id that the first event will have.
  /// - Complexity: O(1) for one event next to tabs with ranks; O(tabs of the window) for the move
  ///   of a group and next to tabs without ranks. The first of several events requires a copy of
  ///   the state.
  mutating func nameNeighbors(in browser: Browser, next: EventID) {
    guard let last = bodies.lastIndex(where: { $0.placesTabs }) else { return }
    var now = browser
    for offset in 0...last {
      if case .group(.moved(var body)) = bodies[offset] {
        now.rank(&body)
        bodies[offset] = .group(.moved(body))
      } else {
        bodies[offset].record(now.neighbors(ofPlaceIn: bodies[offset]))
      }
      guard offset < last else { break }
      now.apply(
        Event(
          sequence: next.advanced(by: Int32(offset)), batch: BatchID(next),
          milliseconds: now.health.lastEventMilliseconds, body: bodies[offset]))
    }
  }
}

extension Body {
  /// Whether the event places one or more tabs.
  var placesTabs: Bool {
    if case .group(.moved) = self { true } else { placing != nil }
  }
}

extension Browser {
  /// Returns the rank of the place that an event assigns to a tab, and the neighbouring tabs if the
  /// rank is not sufficient.
  func neighbors(ofPlaceIn body: Body) -> TabNeighbors {
    var neighbors = TabNeighbors()
    guard let placing = body.placing else { return neighbors }
    let home = record(placing.tab)?.window ?? .nothing
    guard let window = windowTable[placing.window.exists ? placing.window : home] else {
      neighbors.rank = TabRank.between(nil, nil)
      return neighbors
    }
    // A tab that moves within its window is first removed from it.
    let own =
      home == window.id && !body.isCopying ? window.position(of: placing.tab) : nil
    let count = window.tabs.count - (own == nil ? 0 : 1)
    let index = min(max(Int(placing.index), 0), count)
    let left = own.map { index - 1 >= $0 } ?? false ? index : index - 1
    let right = own.map { index >= $0 } ?? false ? index + 1 : index
    let nearest = nearestRanks(left, right, in: window.tabs) { $0 == placing.tab && own != nil }
    neighbors.rank = TabRank.between(nearest.left, nearest.right)
    guard neighbors.rank == 0 || nearest.skipsTabs else { return neighbors }
    guard index > 0, let neighbor = record(window.tabs[left]) else { return neighbors }
    neighbors.after = neighbor.placement
    for position in right..<max(right, window.tabs.count) where position != own {
      guard let tab = record(window.tabs[position]),
        tab.placementBatch != neighbor.placementBatch
      else { continue }
      neighbors.before = tab.placement
      break
    }
    return neighbors
  }

  /// Records the ranks of the place to which a group moves.
  func rank(_ body: inout GroupMoved) {
    let tabs = windowTable[body.window]?.tabs.filter { record($0)?.group != body.group } ?? []
    let index = min(max(Int(body.index), 0), tabs.count)
    let nearest = nearestRanks(index - 1, index, in: ContiguousArray(tabs)) { _ in false }
    (body.neighbors.rank, body.rankBits) = TabRank.range(between: nearest.left, nearest.right)
  }

  /// Returns the nearest tab with a rank on each side of a place.
  ///
  /// - Parameters:
  ///   - left: The position of the tab to the left of the place, or −1 if there is none.
  ///   - right: The position of the tab to the right of the place.
  ///   - tabs: The tabs of the window.
  ///   - isLeftOut: Returns whether to ignore a tab.
  /// - Returns: The two tabs, and whether tabs without ranks are between either of these tabs and
  ///   the place.
  private func nearestRanks(
    _ left: Int, _ right: Int, in tabs: ContiguousArray<TabID>,
    except isLeftOut: (TabID) -> Bool
  ) -> (left: TabRank?, right: TabRank?, skipsTabs: Bool) {
    var skipsTabs = false
    func rank(at position: Int) -> TabRank? {
      guard tabs.indices.contains(position), !isLeftOut(tabs[position]) else { return nil }
      guard let tab = record(tabs[position]), tab.rank != 0 else {
        skipsTabs = true
        return nil
      }
      return TabRank(value: tab.rank, placement: tab.placement)
    }
    var (found, position) = (TabRank?.none, left)
    while found == nil, position >= 0 {
      found = rank(at: position)
      position -= 1
    }
    let leftRank = found
    (found, position) = (nil, right)
    while found == nil, position < tabs.count {
      found = rank(at: position)
      position += 1
    }
    return (leftRank, found, skipsTabs)
  }
}
