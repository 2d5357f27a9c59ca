extension Browser {
  @inline(__always)
  mutating func apply(_ event: PageEvent, at sequence: Sequence) {
    switch event {
    case .titled(let body):
      updateRow(of: body.tab, content: body.content) { $0.title = sequence }
    case .scrolled(let body):
      updateRow(of: body.tab, content: body.content) { $0.scroll = sequence }
    case .pictured(let body):
      updateRow(of: body.tab, content: body.content) { $0.picture = sequence }
    case .activated(let body): activate(body)
    }
  }

  @inline(__always)
  private mutating func updateRow(
    of tab: Sequence, content: Sequence, _ change: (inout Row) -> Void
  ) {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0, let index = tabTable[slot].rows.index(ofContent: content) else { return }
    change(&tabTable[slot].rows[index])
  }

  /// All entries of the document share the user's presence (H9).
  private mutating func activate(_ body: PageActivated) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, let index = tabTable[slot].rows.index(ofContent: body.content) else { return }
    let document = tabTable[slot].rows[index].document
    for position in tabTable[slot].rows.indices
    where tabTable[slot].rows[position].document == document {
      tabTable[slot].rows[position].marks.insert(.activated)
      tabTable[slot].rows[position].marks.remove(.skippable)
    }
  }
}
