/// The zoom of a tab, and what decided it (Z4).
public struct ZoomAnswer: Equatable, Sendable {
  /// The level at which the page is shown.
  public var level: ZoomLevel
  /// What decided the level.
  public var decider: Decider
  /// The event that set the level, or ``EventID/nothing`` if none did or the tab's own
  /// level decided.
  public var source: EventID
  /// The host of the site; nil if the tab shows none.
  public var host: String?

  /// What can decide the zoom of a tab: its temporary level, the level of its site, or the
  /// default.
  public enum Decider: Sendable { case tab, site, `default` }
}

extension Browser {
  /// Returns the zoom of a tab: its temporary level, else the level of its site, else the
  /// default (Z2, Z3).
  ///
  /// - Complexity: One look-up for the URL, and ``TextSource/site(named:among:)``
  public func zoom<Source: TextSource & ~Copyable>(
    of tab: Tab, text source: borrowing Source
  ) -> ZoomAnswer {
    let host = host(ofURL: url(of: tab, text: source)).map { String($0) }
    if tab.temporaryZoom.exists {
      return ZoomAnswer(level: tab.temporaryZoom, decider: .tab, source: .nothing, host: host)
    }
    if let host, let name = source.site(named: host, among: zoom.sites),
      let site = zoom.sites[name], site.level.exists
    {
      return ZoomAnswer(level: site.level, decider: .site, source: site.source, host: host)
    }
    return ZoomAnswer(
      level: zoom.default, decider: .default, source: zoom.defaultSource, host: host)
  }

  /// Returns the levels of zooming in and out (Z1), rising: those of the setting, else
  /// ``ZoomLevel/ladder``.
  public func zoomLadder<Source: TextSource & ~Copyable>(
    text source: borrowing Source
  ) -> [ZoomLevel] {
    guard let words = value(of: .zoomLadder, text: source) else { return ZoomLevel.ladder }
    return ZoomLevel.parseLadder(words) ?? ZoomLevel.ladder
  }
}

extension ZoomLevel {
  /// Parses a ladder of levels.
  ///
  /// - Parameter words: Percentages from 25 to 500, each larger than the one before,
  ///   separated by spaces.
  /// - Returns: Nil if it is anything else, or empty.
  public static func parseLadder(_ words: String) -> [ZoomLevel]? {
    var ladder: [ZoomLevel] = []
    for word in words.utf8.split(separator: 0x20) {
      guard let percent = Int(String(decoding: word, as: UTF8.self)) else { return nil }
      let level = ZoomLevel(percent: percent)
      guard allowed.contains(level), ladder.last.map({ $0 < level }) ?? true else { return nil }
      ladder.append(level)
    }
    return ladder.isEmpty ? nil : ladder
  }
}

extension TextSource where Self: ~Copyable {
  /// Returns the site with a host, by looking up the host of every site.
  ///
  /// - Complexity: O(sites) look-ups. A source that is asked often implements this with an
  ///   index.
  public func site(named host: String, among sites: SiteTable) -> EventID? {
    sites.named.first { text(.host, of: $0.name)?.utf8.elementsEqual(host.utf8) ?? false }?.name
  }
}

/// Returns the host by which zoom is kept (Z2): that of a URL with an authority, without
/// credentials and port.
///
/// - Parameter url: A URL as the WHATWG URL standard serialises it.
/// - Returns: Nil without a host, as in `about:blank`, `data:` and `file:///`.
public func host(ofURL url: String) -> Substring? {
  let bytes = url.utf8
  guard let colon = bytes.firstIndex(of: 0x3A) else { return nil }
  let afterColon = bytes[bytes.index(after: colon)...]
  guard afterColon.starts(with: [0x2F, 0x2F]) else { return nil }
  var authority = afterColon.dropFirst(2)
  authority = authority.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
  if let at = authority.lastIndex(of: 0x40) { authority = authority[bytes.index(after: at)...] }
  let bracket = authority.lastIndex(of: 0x5D) ?? authority.startIndex
  if let port = authority[bracket...].firstIndex(of: 0x3A) { authority = authority[..<port] }
  return authority.isEmpty ? nil : Substring(authority)
}
