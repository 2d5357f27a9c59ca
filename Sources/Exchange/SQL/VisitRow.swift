internal import CSQLite

/// What a row of a browser's history is.
enum VisitRow {
  case visit(PortableVisit)
  /// No visit of a page, but this.
  case leftOut(LeftOut)
}
