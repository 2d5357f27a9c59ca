/// The sites that were ever given a zoom, in the order of their first naming.
///
/// A site keeps its place when it goes back to the default, so that its name stays known and later
/// events can go on to refer to it. Look-up is O(log n); the list only grows at its end, but for
/// replays that leave an event out.
public struct SiteTable: Equatable, Sendable {
  private(set) var all: ContiguousArray<Zoom.Site> = []

  /// The sites whose zoom differs from the default, in order of their first naming. O(n).
  public var set: [Zoom.Site] { all.filter { $0.level.exists } }

  /// How many sites were ever named.
  public var namedCount: Int { all.count }

  /// Every site that was ever named, those that follow the default included.
  public var named: [Zoom.Site] { Array(all) }

  /// The site that an event named first.
  public subscript(name: EventID) -> Zoom.Site? {
    let position = lowerBound(name)
    guard position < all.count, all[position].name == name else { return nil }
    return all[position]
  }

  mutating func update(_ name: EventID, level: ZoomLevel, source: EventID) {
    let position = lowerBound(name)
    let site = Zoom.Site(name: name, level: level, source: source)
    if position < all.count, all[position].name == name {
      all[position] = site
    } else {
      all.insert(site, at: position)
    }
  }

  /// Sites that equal the new default follow it from now on (Z2).
  mutating func erase(equalTo level: ZoomLevel, source: EventID) {
    for position in all.indices where all[position].level == level {
      all[position].level = .none
      all[position].source = source
    }
  }

  private func lowerBound(_ name: EventID) -> Int {
    let magnitude = name.rawValue.magnitude
    if let last = all.last, last.name.rawValue.magnitude < magnitude { return all.count }
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].name.rawValue.magnitude < magnitude {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
