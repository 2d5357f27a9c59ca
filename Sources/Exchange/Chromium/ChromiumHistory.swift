internal import BrowserModel

/// Reads the visits of Chromium (`History`).
enum ChromiumHistory {
  /// `ui::PAGE_TRANSITION_CHAIN_END`: what led on to another page by itself has it not.
  private static let chainEnd: Int64 = 0x2000_0000

  static func read(_ database: Database, _ take: (Imported) throws -> Void) throws {
    let count = try database.statement("SELECT count(*) FROM visits")
    if try count.next() { try take(.announced(Int(count.integer(0)))) }
    let rows = try database.statement(
      """
      SELECT v.visit_time, v.transition, u.url, u.title, v.id
      FROM visits v LEFT JOIN urls u ON u.id = v.url ORDER BY v.visit_time
      """)
    while try rows.next() {
      if rows.isNull(2) {
        try take(.problem("Visit \(rows.integer(4)) is of a page that is not there."))
        continue
      }
      let transition = rows.integer(1)
      guard transition & chainEnd != 0,
        let kind = Transition(chromium: UInt32(truncatingIfNeeded: transition))
      else { continue }
      try take(
        .visit(
          ImportedVisit(
            rows.text(2), title: rows.text(3), transition: kind,
            milliseconds: UnixTime.milliseconds(sinceYear1601: rows.integer(0)))))
    }
  }
}
