internal import CSQLite

/// The meaning of a row of a browser's history.
enum VisitRow {
  case visit(PortableVisit)
  /// The row is not a visit to a page, but other data.
  case leftOut(ImportOmission)
}
