internal import BrowserModel
internal import Notation

/// Reads Chromium's visits (`History`).
enum ChromiumHistory {
  /// The flag `ui::PAGE_TRANSITION_CHAIN_END`. It is not set for a page that redirected to another
  /// page.
  private static let chainEnd: Int64 = 0x2000_0000

  static func read(_ database: Database, _ emit: (PortableItem) throws -> Void) throws {
    try database.readVisits(
      "visits",
      """
      SELECT v.visit_time, v.transition, u.url, u.title, v.id
      FROM visits v LEFT JOIN urls u ON u.id = v.url ORDER BY v.visit_time
      """, emit
    ) { row in
      let transition = row.integer(1)
      guard let kind = Transition(chromium: UInt32(truncatingIfNeeded: transition)) else {
        return .leftOut(.frames)
      }
      guard transition & chainEnd != 0 else { return .leftOut(.redirects) }
      return .visit(
        PortableVisit(
          row.text(2), title: row.text(3), transition: kind,
          milliseconds: UnixTime.milliseconds(sinceYear1601: row.integer(0))))
    }
  }
}
