internal import BrowserModel
internal import EventCoding

/// The pages to which a range of events refers, and the facts about these pages in the order of the
/// events.
struct VisitBatch {
  /// Each page once, in the order in which they were encountered.
  private(set) var keys: [PageKey] = []
  /// The index in ``keys`` of each page.
  private var places: [PageKey: Int] = [:]
  /// The facts, in the order of the log.
  private var facts: [Fact] = []
  /// The page of each event that visited a page. A later title refers to such an event.
  private var visits: [EventID: Int] = [:]

  /// A fact about a page, which is identified by its index in ``keys``.
  private enum Fact {
    /// An event visited the page. The frecency includes only this visit.
    case visited(Int, by: EventID, Frecency)
    /// An event set the page's title.
    case titled(Int, by: EventID)
  }

  /// Adds a page, possibly without facts.
  mutating func add(_ key: PageKey) { _ = place(of: key) }

  /// Adds the facts of an event, unless its text was forgotten.
  ///
  /// - Parameters:
  ///   - event: An event that is newer than all previously added events.
  ///   - bytes: The record of the event.
  ///   - isWanted: Whether to include a page.
  ///   - key: Returns the page that an event before the batch visited.
  mutating func add(
    _ event: Event, _ bytes: RawSpan, isWanted: (PageKey) -> Bool,
    key: (EventID) -> PageKey?
  ) {
    if case .page(.titled(let body)) = event.body {
      guard body.title.count > 0 else { return }
      if let place = visits[body.content] {
        facts.append(.titled(place, by: event.sequence))
      } else if let key = key(body.content), isWanted(key) {
        facts.append(.titled(place(of: key), by: event.sequence))
      }
      return
    }
    guard let key = event.visitedPage(bytes), isWanted(key) else { return }
    let place = place(of: key)
    visits[event.sequence] = place
    facts.append(
      .visited(
        place, by: event.sequence,
        Frecency(event.visitTransition, milliseconds: event.happenedMilliseconds)))
    if case .page(.visited(let body)) = event.body, body.title.count > 0 {
      facts.append(.titled(place, by: event.sequence))
    }
  }

  /// Returns the data of each page after all events of the batch.
  ///
  /// - Parameter former: The data of each page before the batch, in the order of ``keys``.
  func records(_ previous: [PageRecord]) -> [PageRecord] {
    var records = previous
    for fact in facts {
      switch fact {
      case .visited(let place, let event, let frecency):
        records[place].frecency = records[place].frecency + frecency
        records[place].visitCount &+= 1
        records[place].newest = event
      case .titled(let place, let event): records[place].title = event
      }
    }
    return records
  }

  /// Returns the index of a page, which is added if it is new.
  private mutating func place(of key: PageKey) -> Int {
    if let place = places[key] { return place }
    keys.append(key)
    places[key] = keys.count - 1
    return keys.count - 1
  }
}

extension Event {
  /// Returns the page that the event visits, or nil if the event is not a visit, or its text was
  /// forgotten.
  func visitedPage(_ bytes: RawSpan) -> PageKey? {
    let url = visitedURL
    guard url.isPresent, url.count > 0 else { return nil }
    let range = Int(url.start)..<(Int(url.start) + Int(url.count))
    let address = bytes.extracting(range)
    guard isVisitable(address) else { return nil }
    return PageKey(url: address)
  }
}
