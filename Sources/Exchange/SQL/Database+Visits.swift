/// What a row of a browser's history is.
enum VisitRow {
  case visit(ImportedVisit)
  /// No visit of a page, but this.
  case leftOut(LeftOut)
}

extension Database {
  /// Reads the visits of a history, which all browsers keep in one table beside that of their pages.
  ///
  /// - Parameters:
  ///   - table: The table of visits.
  ///   - query: Gives of each visit, in this order: its time, its kind, its page's URL and title, its id.
  ///   - visit: Says what such a row is.
  func readVisits(
    _ table: String, _ query: String, _ take: (Imported) throws -> Void,
    _ visit: (Statement) throws -> VisitRow
  ) throws {
    let count = try statement("SELECT count(*) FROM \(table)")
    if try count.next() { try take(.announced(Int(count.integer(0)))) }
    let rows = try statement(query)
    while try rows.next() {
      if rows.isNull(2) {
        try take(.problem("Visit \(rows.integer(4)) is of a page that is not there."))
        continue
      }
      switch try visit(rows) {
      case .visit(let visit): try take(.visit(visit))
      case .leftOut(let kind): try take(.leftOut(kind, 1))
      }
    }
  }
}
