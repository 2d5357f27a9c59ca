/// What an import is to do beside reading a file.
public struct ImportOptions: Equatable, Sendable {
  /// The path of the folder that bookmarks go into; empty: the top.
  public var folder: [String] = []
  /// Only visits and bookmarks from then on, in milliseconds since 1970 UTC.
  public var since: Int64?
  /// Whether nothing is to be written.
  public var isDryRun = false

  public init() {}
}
