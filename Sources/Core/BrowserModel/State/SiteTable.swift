/// The sites that ever had their own zoom (Z2), in the order in which they were first named.
///
/// A site is identified by the event that first named its host. The site stays in the table when
/// its zoom returns to the default, so that later events can refer to it without repeating the
/// host.
///
/// - Complexity: Look-up is O(log n). Inserting a new site is O(1), unless an undone event is
///   folded again.
public struct SiteTable: Equatable, Sendable {
  /// All sites, ordered by the magnitude of their names. Of two names with the same magnitude, the
  /// positive name comes first.
  private(set) var all: ContiguousArray<Zoom.Site> = []

  /// The sites whose zoom differs from the default, in the order in which they were first named.
  /// O(n).
  public var set: [Zoom.Site] { all.filter { $0.level.exists } }

  /// The number of sites ever named.
  public var namedCount: Int { all.count }

  /// All sites ever named, including sites that follow the default. O(n).
  public var named: [Zoom.Site] { Array(all) }

  /// The site with this name, or nil if there is no such site. The name of a site is the event that
  /// first named its host. O(log n).
  public subscript(name: EventID) -> Zoom.Site? {
    let position = lowerBound(name)
    guard position < all.count, all[position].name == name else { return nil }
    return all[position]
  }

  /// Sets the zoom of a site. A new site is added.
  mutating func update(_ name: EventID, level: ZoomLevel, source: EventID) {
    let position = lowerBound(name)
    let site = Zoom.Site(name: name, level: level, source: source)
    if position < all.count, all[position].name == name {
      all[position] = site
    } else {
      all.insert(site, at: position)
    }
  }

  /// Makes the sites whose zoom equals a new default follow the default (Z2). O(n).
  mutating func erase(equalTo level: ZoomLevel, source: EventID) {
    for position in all.indices where all[position].level == level {
      all[position].level = .none
      all[position].source = source
    }
  }

  /// The position of a name in the order of the sites: by magnitude, and positive names first.
  private static func rank(_ name: EventID) -> UInt64 {
    UInt64(name.rawValue.magnitude) << 1 | (name.rawValue < 0 ? 1 : 0)
  }

  /// Returns the position of the first site whose name does not come before the given name. O(log n);
  /// O(1) for a new site.
  private func lowerBound(_ name: EventID) -> Int {
    let rank = Self.rank(name)
    if let last = all.last, Self.rank(last.name) < rank { return all.count }
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if Self.rank(all[middle].name) < rank {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
