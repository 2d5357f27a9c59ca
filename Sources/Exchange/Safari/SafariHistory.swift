internal import BrowserModel

/// Reads the visits of Safari (`History.db`).
enum SafariHistory {
  static func read(_ database: Database, _ take: (Imported) throws -> Void) throws {
    let count = try database.statement("SELECT count(*) FROM history_visits")
    if try count.next() { try take(.announced(Int(count.integer(0)))) }
    let rows = try database.statement(
      """
      SELECT v.visit_time, i.url, v.title, v.redirect_destination, v.id
      FROM history_visits v LEFT JOIN history_items i ON i.id = v.history_item ORDER BY v.visit_time
      """)
    while try rows.next() {
      if rows.isNull(1) {
        try take(.problem("Visit \(rows.integer(4)) is of a page that is not there."))
        continue
      }
      // What only led on to another page is no visit of its own.
      guard rows.integer(3) == 0 else { continue }
      try take(
        .visit(
          ImportedVisit(
            rows.text(1), title: rows.text(2),
            milliseconds: UnixTime.milliseconds(sinceYear2001: rows.double(0)))))
    }
  }
}
