internal import BrowserModel
internal import EventLog
import Store

/// What an import is to do beside reading a file.
public struct ImportOptions: Equatable, Sendable {
  /// The path of the folder that bookmarks go into; empty: the top.
  public var folder: [String] = []
  /// Only visits and bookmarks from then on, in milliseconds since 1970 UTC.
  public var since: Int64?
  /// Only visits and bookmarks up to then, in milliseconds since 1970 UTC.
  public var until: Int64?
  /// Whether nothing is to be written.
  public var isDryRun = false

  public init() {}

  /// Whether something of a time is wanted. If a limit is set, something without a time, 0, is not.
  func isInPeriod(_ milliseconds: Int64) -> Bool {
    if let since, milliseconds < since { return false }
    if let until, milliseconds > until || milliseconds == 0 { return false }
    return true
  }
}
