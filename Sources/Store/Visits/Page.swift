public import BrowserModel

/// A page that was visited, over all its visits.
public struct Page: Equatable, Sendable {
  public let url: String
  /// The newest that was reported; empty where none was.
  public let title: String
  /// 0 for a page that was only asked about.
  public let visitCount: Int
  /// The newest event that visited it; nothing: none did.
  public let newestVisit: EventID
  public let frecency: Frecency
}

/// Which pages are asked for.
public struct PageQuery {
  /// What their URLs go on from, as in ``AddressMatch``; empty: any page.
  public var typed = ""
  /// At most so many are told, the best first.
  public var limit = 50
  /// Whether those of private windows are meant, and no others.
  public var isPrivate = false
  /// URLs that are told besides, whether they were visited or not.
  public var urls: [String] = []
  /// The newest event that counts, for a moment of the past, where no index helps; nil: the newest.
  public var last: EventID?
  /// How many events are looked at, at most, where no index has been made of them.
  public var unindexedLimit = Int.max

  public init() {}
}
