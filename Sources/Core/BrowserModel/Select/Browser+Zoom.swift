/// The zoom of a tab, and what decided it (Z4).
public struct ZoomAnswer: Equatable, Sendable {
  public var level: ZoomLevel
  public var decider: Decider
  /// The event that set it, or nothing where nobody did.
  public var source: EventID
  /// The site's host, where the tab shows one.
  public var host: String?

  public enum Decider: Sendable { case tab, site, `default` }
}

extension Browser {
  /// The zoom at which a tab shows its page: its own, else its site's, else the default.
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

  /// The steps of `zoom in` and `zoom out` (Z1).
  public func zoomLadder<Source: TextSource & ~Copyable>(
    text source: borrowing Source
  ) -> [ZoomLevel] {
    guard let words = value(of: .zoomLadder, text: source) else { return ZoomLevel.ladder }
    return ZoomLevel.parseLadder(words) ?? ZoomLevel.ladder
  }
}

extension ZoomLevel {
  /// A ladder in words: percentages between 25 and 500, rising, separated by spaces.
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
  /// The first event that named a host, among the sites that were ever given a zoom. O(sites); a
  /// source that is asked often keeps an index.
  public func site(named host: String, among sites: SiteTable) -> EventID? {
    sites.named.first { text(.host, of: $0.name)?.utf8.elementsEqual(host.utf8) ?? false }?.name
  }
}

/// The host that zoom is kept by (Z2): that of a URL with an authority, without credentials and
/// port; nil for `about:`, `data:`, `file:///` and the like.
///
/// - Parameter url: A serialised URL.
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
