internal import BrowserModel
package import Exchange

/// A tab's back/forward list, reconstructed from looks at its pages.
///
/// No look shows the complete list, so the list is kept here, and each look corrects it. A known
/// key is a move to its entry, and unknown keys are new entries. Looks are applied on their own and
/// not paired with events, because a page may have navigated before the look.
package struct LookedHistory: Equatable, Sendable {
  /// The entries, oldest first.
  package private(set) var entries: [LookedEntry] = []
  package private(set) var index = 0
  /// The number of entries that no look has shown yet, because they were visited before the
  /// extension was installed.
  package private(set) var unseenCount = 0
  /// The length of the complete list at the last look, or nil before the first look.
  private var length: Int?
  private var newestID: Int64 = 0

  /// The maximum number of entries that browsers keep.
  package static let limit = 50

  package init() {}

  /// Creates the list of a tab that was known before the browser was restarted. Looks assign the
  /// missing keys.
  package init(urls: [String], keys: [String?] = [], index: Int, unseenCount: Int = 0) {
    self.unseenCount = unseenCount
    for (place, url) in urls.enumerated() {
      entries.append(makeEntry(url, key: place < keys.count ? keys[place] : nil))
    }
    self.index = index
  }

  /// Whether the browser may have dropped entries.
  package var isFull: Bool { entries.count + unseenCount >= Self.limit }

  package var isEmpty: Bool { entries.isEmpty }

  package var current: LookedEntry? { entries.indices.contains(index) ? entries[index] : nil }

  /// The list in the form that is recorded.
  package var observed: ObservedHistory {
    var history = ObservedHistory()
    for entry in entries {
      var observed = ObservedEntry(
        entry.id, entry.url, title: entry.title, isSameDocument: entry.isSameDocument)
      observed.transition = entry.transition
      history.entries.append(observed)
    }
    history.index = index
    return history
  }

  private mutating func makeEntry(
    _ url: String, key: String? = nil, _ cause: LookCause = LookCause()
  ) -> LookedEntry {
    newestID += 1
    return LookedEntry(
      id: newestID, key: key, url: url, isSameDocument: cause.isInDocument,
      transition: cause.transition)
  }

  /// Moves to the nearest entry with an address, if such an entry exists.
  mutating func show(_ url: String) {
    index = nearest(to: url) ?? index
  }

  /// Replaces the current entry with an entry whose key is unknown.
  mutating func replaceCurrent(with url: String) {
    if entries.indices.contains(index) { entries[index] = makeEntry(url) }
  }

  /// Sets the title of the current page to the title of its tab, if the extension cannot look at
  /// the page. During a navigation, a tab may have the title of another page.
  package mutating func setTabTitle(_ title: String, of url: String) {
    guard let current, current.key == nil, current.url == url, !title.isEmpty else { return }
    // A page without a title has its address there.
    guard !url.hasPrefix(title) else { return }
    entries[index].title = title
  }
}

extension LookedHistory {
  /// Applies a look at the current page.
  package mutating func apply(_ look: PageLook, _ cause: LookCause = LookCause()) {
    guard let key = look.key else { return applyUnmarked(look.url, length: look.length, cause) }
    let isFirst = length == nil
    bindPrevious(look)
    if let place = place(of: key, look) {
      moveOrStepInFrames(to: place, look, cause)
    } else if let place = unmarkedPlace(look, cause) {
      index = place
      entries[place].key = key
      if length == nil { noteFirstLength(look) }
    } else {
      if entries.isEmpty { adopt(look, cause) } else { advance(look, cause) }
      // Firefox may not have counted an entry yet that a document has just added.
      length =
        cause.isInDocument
        ? max(look.length, min(entries.count + unseenCount, Self.limit)) : look.length
    }
    if isFirst { replaceLaterEntries(look) }
    bindNeighbors(look)
    entries[index].url = look.url
    if !look.title.isEmpty { entries[index].title = look.title }
    trim()
  }

  /// Applies the address of a page that the extension cannot look at, such as an internal page of
  /// the browser or an error page. The entry of such a page has no key.
  ///
  /// - Parameter length: The length of the list, or nil if it is unknown.
  package mutating func applyUnmarked(
    _ url: String, length: Int? = nil, _ cause: LookCause = LookCause()
  ) {
    guard let current else {
      entries = [makeEntry(url, cause)]
      return
    }
    if PageAddress.recorded(current.url) == PageAddress.recorded(url) { return }
    if cause.isTraversal {
      if let place = nearest(to: url) {
        index = place
      } else {
        entries.insert(makeEntry(url, cause), at: index)
        unseenCount = max(unseenCount - 1, 0)
      }
    } else if current.key == nil, let length, length == entries.count + unseenCount,
      index == length - 1
    {
      entries[index] = makeEntry(url, cause)
    } else {
      push([makeEntry(url, cause)], after: index)
      self.length = length ?? min(entries.count + unseenCount, Self.limit)
    }
    trim()
  }

  // MARK: Known entries

  /// Returns the place of an entry. Navigation inside frames creates several entries with the same
  /// key. They are distinguished by the keys of the frames.
  private func place(of key: String, _ look: PageLook) -> Int? {
    if let frames = look.frames,
      let place = nearest(where: { $0.key == key && $0.frames == frames })
    {
      return place
    }
    return nearest { $0.key == key }
  }

  private mutating func moveOrStepInFrames(to place: Int, _ look: PageLook, _ cause: LookCause) {
    let former = length
    let isElsewhere = place != index
    index = place
    if former == nil { noteFirstLength(look) }
    guard let frames = look.frames else {
      if isElsewhere { length = look.length }
      return
    }
    length = look.length
    if entries[place].frames == frames { return }
    let isLonger = former.map { look.length > $0 } ?? false
    if cause.isFrame, isLonger, entries[place].frames != nil {
      var step = makeEntry(look.url, key: look.key, cause)
      step.isSameDocument = true
      step.frames = frames
      push([step], after: place)
    } else {
      entries[place].frames = frames
    }
  }

  /// Notes the length of the complete list at the first look, which shows a known entry.
  ///
  /// Chromium does not restore all entries of a long list after a start. The entries that are
  /// missing are the oldest, as far as the length shows.
  private mutating func noteFirstLength(_ look: PageLook) {
    length = look.length
    unseenCount = max(look.length - entries.count, 0)
    let older = min(max(entries.count - look.length, 0), index)
    entries.removeFirst(older)
    index -= older
    if look.length > index, look.length < entries.count {
      entries.removeSubrange(look.length...)
    }
  }

  /// Replaces the entries after the current entry with those of the look, if the browser has
  /// restored an older list in which other entries follow.
  private mutating func replaceLaterEntries(_ look: PageLook) {
    guard let center = look.neighbors.lastIndex(where: { $0.key == look.key }),
      entries.indices.contains(index + 1), let key = entries[index + 1].key, key != look.key
    else { return }
    let later = look.neighbors[(center + 1)...]
    guard let next = later.first, nearest(where: { $0.key == next.key }) == nil else { return }
    entries.removeSubrange((index + 1)...)
    entries += later.map { makeEntry($0.url, key: $0.key) }
  }

  /// Returns the place of the entry without a key that the look shows, or nil if there is none.
  private func unmarkedPlace(_ look: PageLook, _ cause: LookCause) -> Int? {
    guard let current else { return nil }
    let isSame = current.key == nil && current.url == look.url
    let isLonger = length.map { look.length > $0 } ?? false
    if isSame, !isLonger { return index }
    // A restored tab may show another entry than before.
    guard cause.isTraversal || length == nil else { return nil }
    return nearest { $0.key == nil && $0.url == look.url }
  }

  /// Returns the nearest place to the current one with an address. The start page has another
  /// address in the profile, from which the list of a restored tab comes.
  private func nearest(to url: String) -> Int? {
    let url = PageAddress.recorded(url)
    return nearest { PageAddress.recorded($0.url) == url }
  }

  /// Returns the nearest place to the current one that satisfies a condition.
  private func nearest(where isWanted: (LookedEntry) -> Bool) -> Int? {
    entries.indices.filter { isWanted(entries[$0]) }.min { abs($0 - index) < abs($1 - index) }
  }

  /// Assigns keys to the entries around the current entry, and updates the addresses of entries
  /// whose keys are known.
  private mutating func bindNeighbors(_ look: PageLook) {
    guard let center = look.neighbors.firstIndex(where: { $0.key == look.key }) else { return }
    bindNeighbors(of: center, look)
    for neighbor in look.neighbors where !neighbor.url.isEmpty {
      for place in entries.indices where entries[place].key == neighbor.key {
        entries[place].url = neighbor.url
      }
    }
  }

  /// Assigns a key to the previously shown entry if it has none. This is necessary after a page
  /// navigated from such an entry while there was no host.
  private mutating func bindPrevious(_ look: PageLook) {
    guard let current, current.key == nil else { return }
    let known = Set(entries.compactMap(\.key))
    let center = look.neighbors.lastIndex {
      $0.url == current.url && $0.key != look.key && !known.contains($0.key)
    }
    guard let center else { return }
    entries[index].key = look.neighbors[center].key
    bindNeighbors(of: center, look)
  }

  /// Assigns keys to the entries around the current entry, as far as their addresses match.
  ///
  /// - Parameter center: The place of the current entry among the neighbours of the look.
  private mutating func bindNeighbors(of center: Int, _ look: PageLook) {
    for direction in [-1, 1] {
      var place = index + direction
      var other = center + direction
      while entries.indices.contains(place), look.neighbors.indices.contains(other) {
        let neighbor = look.neighbors[other]
        if entries[place].key == nil {
          guard entries[place].url == neighbor.url else { break }
          entries[place].key = neighbor.key
        } else if entries[place].key != neighbor.key {
          break
        }
        place += direction
        other += direction
      }
    }
  }

  // MARK: New entries

  /// Initializes the list with the first look at a tab.
  private mutating func adopt(_ look: PageLook, _ cause: LookCause) {
    entries = look.neighbors.map { makeEntry($0.url, key: $0.key) }
    index = look.neighbors.firstIndex { $0.key == look.key } ?? 0
    if entries.isEmpty { entries = [makeEntry(look.url, key: look.key)] }
    entries[index].transition = cause.transition
    unseenCount = max(look.length - entries.count, 0)
  }

  /// Adds the entries since the newest known entry. A single look may show several new entries.
  private mutating func advance(_ look: PageLook, _ cause: LookCause) {
    let neighbors = look.neighbors
    let last = neighbors.firstIndex { $0.key == look.key } ?? neighbors.count - 1
    var first = last
    while first > 0, nearest(where: { $0.key == neighbors[first - 1].key }) == nil { first -= 1 }
    let before = first > 0 ? nearest { $0.key == neighbors[first - 1].key } : nil

    if cause.isTraversal, !cause.isInDocument, first == last {
      // An entry from before the extension was installed.
      let entry = makeEntry(look.url, key: look.key, cause)
      let place = before.map { $0 + 1 } ?? place(before: neighbors.dropFirst(last + 1)) ?? index
      if length == nil { unseenCount = max(look.length - entries.count, 0) }
      entries.insert(entry, at: place)
      index = place
      unseenCount = max(unseenCount - 1, 0)
      return
    }
    if first == last, let later = place(before: neighbors.dropFirst(last + 1)), later > 0,
      later - 1 != before
    {
      // A new entry would have removed the later one. Firefox may change the key of an entry.
      entries[later - 1] = makeEntry(look.url, key: look.key, cause)
      index = later - 1
      return
    }
    let fresh =
      neighbors.isEmpty
      ? [makeEntry(look.url, key: look.key, cause)]
      : (first...last).map { makeEntry(neighbors[$0].url, key: neighbors[$0].key, cause) }
    if length == nil {
      unseenCount = max(look.length - (before ?? index) - 1 - fresh.count, 0)
    }
    let replaced = before.map { $0 + 1 } ?? index
    if fresh.count == 1, entries.indices.contains(replaced), isReplacement(look, cause) {
      entries[replaced] = fresh[0]
      index = replaced
    } else {
      push(fresh, after: before ?? index)
    }
  }

  /// Returns the place of the first known neighbour after the current entry.
  private func place(before later: ArraySlice<PageLook.Neighbor>) -> Int? {
    guard let key = later.first?.key else { return nil }
    return nearest { $0.key == key }
  }

  /// Whether the only new entry replaces an existing entry.
  private func isReplacement(_ look: PageLook, _ cause: LookCause) -> Bool {
    if cause.isInDocument { return false }
    if look.isReplacement, cause.isCommitted { return true }
    // The former length is unknown after a restart, and while all pages were without a key. A new
    // entry would make the list longer than this.
    guard look.length < Self.limit else { return false }
    guard let length else { return look.length < index + unseenCount + 2 }
    guard look.length == length else { return false }
    // Firefox assigns a new key if the same address is loaded again.
    if entries[index].url == look.url { return true }
    // A new entry would have removed the ones after it.
    return index + unseenCount + 2 != length
  }

  private mutating func push(_ fresh: [LookedEntry], after place: Int) {
    entries.removeSubrange((place + 1)...)
    entries += fresh
    index = entries.count - 1
  }

  /// Drops the oldest entries, as browsers do.
  private mutating func trim() {
    let excess = entries.count + unseenCount - Self.limit
    guard excess > 0 else { return }
    let unseen = min(excess, unseenCount)
    unseenCount -= unseen
    let dropped = min(excess - unseen, index)
    entries.removeFirst(dropped)
    index -= dropped
  }
}
