internal import BrowserModel
internal import Notation

/// Reads the visits of Chromium (`History`).
enum ChromiumHistory {
  /// `ui::PAGE_TRANSITION_CHAIN_END`. Pages that redirected to another one do not have it.
  private static let chainEnd: Int64 = 0x2000_0000

  static func read(_ database: Database, _ take: (PortableItem) throws -> Void) throws {
    try database.readVisits(
      "visits",
      """
      SELECT v.visit_time, v.transition, u.url, u.title, v.id
      FROM visits v LEFT JOIN urls u ON u.id = v.url ORDER BY v.visit_time
      """, take
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
