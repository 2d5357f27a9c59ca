public import BrowserModel

/// Looking at a few tabs of a moment without its whole state: by what was kept, and what was recorded of
/// how it went on, in microseconds where a state would take as long as it has tabs.
///
/// Where nothing was kept or recorded that serves, the answer comes from the state.
extension Timeline {
  /// Which tabs there were at a moment.
  ///
  /// - Parameter moment: Nothing: before the first event. One beyond ``position`` is the present.
  /// - Complexity: O(tabs, and changes of windows since a state was kept).
  public func tabList<Source: EventSource & ~Copyable>(
    at moment: Sequence, _ source: borrowing Source
  ) throws(Source.Failure) -> TabList {
    if moment.rawValue.magnitude < position.rawValue.magnitude {
      let batches = undoneBatches(at: moment)
      if let list = try keptList(at: moment, leavingOut: batches, source) { return list }
    }
    return TabList(try strip(at: moment, source).browser)
  }

  /// Some tabs as they were at a moment, each with its history; nil for one that was not open.
  ///
  /// Who opened a tab, and whose family it was in, is not said: that hangs on other tabs.
  ///
  /// - Complexity: O(log tabs, and the rows and changes of each since a state was kept).
  public func tabs<Source: EventSource & ~Copyable>(
    _ ids: [Sequence], at moment: Sequence, _ source: borrowing Source
  ) throws(Source.Failure) -> [Tab?] {
    if moment.rawValue.magnitude < position.rawValue.magnitude {
      let batches = undoneBatches(at: moment)
      if let images = try keptTabs(ids, at: moment, leavingOut: batches, source) {
        return images.map { $0?.tab }
      }
    }
    let browser = try strip(at: moment, source).browser
    return ids.map { TabImage($0, of: browser)?.tab }
  }

  private func keptList<Source: EventSource & ~Copyable>(
    at moment: Sequence, leavingOut batches: Set<Sequence>, _ source: borrowing Source
  ) throws(Source.Failure) -> TabList? {
    guard let place = try place(of: .strip, source, through: moment, leavingOut: batches) else {
      return nil
    }
    if place.sequence != moment,
      let list = try withChanges(behind: place, at: moment, batches, source, { $0.list() })
    {
      return list
    }
    let strip = try source.withFrame(atOrBefore: place) { KeptStrip($1)?.list() }
    guard let strip, place.sequence != moment else { return strip }
    return try withChanges(behind: place, at: moment, batches, source) { $0.list(behind: strip) }
  }

  private func keptTabs<Source: EventSource & ~Copyable>(
    _ ids: [Sequence], at moment: Sequence, leavingOut batches: Set<Sequence>,
    _ source: borrowing Source
  ) throws(Source.Failure) -> [TabImage?]? {
    guard let place = try place(of: .strip, source, through: moment, leavingOut: batches),
      var images = try source.withFrame(atOrBefore: place, { KeptStrip($1)?.tabs(ids) })
    else { return nil }
    guard place.sequence != moment else { return images }
    return try withChanges(behind: place, at: moment, batches, source) { changes in
      for position in ids.indices where !changes.change(&images[position], of: ids[position]) {
        return nil
      }
      return images
    }
  }

  /// Lends what was recorded of how a strip went on until a moment.
  private func withChanges<Source: EventSource & ~Copyable, Value>(
    behind strip: CheckpointPlace, at moment: Sequence, _ batches: Set<Sequence>,
    _ source: borrowing Source, _ body: (KeptChanges) -> Value?
  ) throws(Source.Failure) -> Value? {
    let place = CheckpointPlace(.changes, of: strip.branch, at: strip.sequence)
    return try source.withFrame(atOrBefore: place) { start, frame in
      guard start == strip.sequence else { return nil }
      return KeptChanges(frame, from: start, through: moment, leavingOut: batches).flatMap(body)
    }
  }
}
