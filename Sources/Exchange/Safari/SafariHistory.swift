internal import BrowserModel
internal import Notation

/// Reads the visits of Safari (`History.db`).
enum SafariHistory {
  static func read(_ database: Database, _ emit: (PortableItem) throws -> Void) throws {
    try database.readVisits(
      "history_visits",
      """
      SELECT v.visit_time, v.redirect_destination, i.url, v.title, v.id
      FROM history_visits v LEFT JOIN history_items i ON i.id = v.history_item ORDER BY v.visit_time
      """, emit
    ) { row in
      // A page that only redirected to another page does not count as a visit.
      guard row.integer(1) == 0 else { return .leftOut(.redirects) }
      return .visit(
        PortableVisit(
          row.text(2), title: row.text(3),
          milliseconds: UnixTime.milliseconds(sinceYear2001: row.double(0))))
    }
  }
}
