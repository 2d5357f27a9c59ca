internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Writes the visited pages of a branch up to a moment as a list, oldest first.
///
/// The list contains the same visits as the console's list: the visits of the branch, and the
/// visits received from other devices.
struct VisitExport {
  private let store: Store
  private let line: Lineage
  private let end: EventID
  /// The events that contain the titles, by visit. A title is recorded after its visit.
  private var titles: ContiguousArray<Title> = []

  private struct Title {
    var visit: EventID
    var event: EventID
  }

  private struct FoundVisit {
    var visit: PortableVisit
    var title: EventID
  }

  /// Writes the visits. The log is read in slices, and each slice is written before the next one is
  /// read. Therefore a slow reader of the list does not keep a read transaction open.
  ///
  /// - Returns: The counts of data that the format does not support.
  /// - Complexity: O(events). Uses memory for eight bytes per title, and for one slice.
  static func write(
    _ store: Store, at moment: Moment, isTable: Bool, to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> ExportOmissions {
    var export = VisitExport(store, at: try store.moment(moment))
    try export.readTitles()
    return try export.write(isTable: isTable, to: stream, progress: progress)
  }

  private init(_ store: Store, at past: Timeline) {
    self.store = store
    line = past.lineage
    end = past.position
  }

  private mutating func readTitles() throws {
    var titles: ContiguousArray<Title> = []
    try store.visitLog(isPrivate: false, through: end) { event, _ in
      guard line.isSeen(event) else { return true }
      switch event.body {
      case .page(.titled(let body)):
        titles.append(Title(visit: body.content, event: event.sequence))
      case .page(.visited): titles.append(Title(visit: event.sequence, event: event.sequence))
      default: break
      }
      return true
    }
    titles.sort { ($0.visit, $0.event) < ($1.visit, $1.event) }
    self.titles = titles
  }

  private func write(
    isTable: Bool, to stream: ExportStream, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> ExportOmissions {
    var writer = try ListWriter(ListedVisit.self, isTable: isTable, to: stream)
    var losses = ExportOmissions()
    var next = EventID(1)
    var titleIndex = 0
    while next <= end {
      let (visits, end) = try slice(from: next, &titleIndex, &losses)
      for visit in visits { try writer.write(ListedVisit(visit)) }
      next = end.advanced(by: 1)
      try progress(Int(end.rawValue), Int(self.end.rawValue))
    }
    return losses
  }

  private static let sliceByteCount = 1 << 18
  private static let sliceEventCount = 1 << 16

  /// Returns some visits, beginning at an event, and the last event that was read.
  private func slice(
    from first: EventID, _ titleIndex: inout Int, _ losses: inout ExportOmissions
  ) throws -> ([PortableVisit], EventID) {
    var visits: [FoundVisit] = []
    var byteCount = 0
    let limit = min(end, first.advanced(by: Int32(Self.sliceEventCount - 1)))
    var last = limit
    try store.visitLog(isPrivate: false, from: first, through: limit) { event, words in
      guard line.isSeen(event) else { return true }
      let url = event.visitedURL
      // A visit that was forgotten has an empty address.
      guard url.isPresent, url.count > 0, words.withBytes(of: url, { isVisitable($0) }) else {
        return true
      }
      visits.append(
        FoundVisit(
          visit: PortableVisit(
            words(url), transition: event.visitTransition,
            milliseconds: event.happenedMilliseconds),
          title: title(of: event.sequence, &titleIndex)))
      if event.device != 0 { losses.add(.visitDevices) }
      byteCount += Int(url.count)
      guard byteCount < Self.sliceByteCount else {
        last = event.sequence
        return false
      }
      return true
    }
    let titled = try store.readUncached { words in
      visits.map { found in
        var visit = found.visit
        if found.title.exists { visit.title = words.text(.title, of: found.title) ?? "" }
        return visit
      }
    }
    return (titled, last)
  }

  /// Returns the event that contains the newest title of a visit. This function must be called for
  /// visits in ascending order.
  private func title(of visit: EventID, _ index: inout Int) -> EventID {
    while index < titles.count, titles[index].visit < visit { index += 1 }
    var found = EventID.nothing
    while index < titles.count, titles[index].visit == visit {
      found = titles[index].event
      index += 1
    }
    return found
  }
}
