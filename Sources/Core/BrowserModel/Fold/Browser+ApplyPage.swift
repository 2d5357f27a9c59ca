extension Browser {
  @inline(__always)
  mutating func apply(_ event: PageEvent, at sequence: EventID) {
    switch event {
    case .titled(let body):
      updateRow(of: body.tab, content: body.content) { $0.title = sequence }
    case .scrolled(let body):
      updateRow(of: body.tab, content: body.content) { $0.scroll = sequence }
    case .pictured(let body):
      updateRow(of: body.tab, content: body.content) { $0.picture = sequence }
    case .activated(let body): activate(body)
    case .visited: break
    }
  }

  @inline(__always)
  private mutating func updateRow(
    of tab: EventID, content: EventID, _ change: (inout Row) -> Void
  ) {
    let slot = tabTable.slot(of: tab)
    guard slot >= 0, let place = place(ofContent: content, slot) else { return }
    change(&rowStore[place])
  }

  /// All entries of the document share the user's presence (H9).
  private mutating func activate(_ body: PageActivated) {
    let slot = tabTable.slot(of: body.tab)
    guard slot >= 0, let place = place(ofContent: body.content, slot) else { return }
    let document = rowStore[place].document
    tabTable[slot].history.hasActivation = true
    rowStore.update(tabTable[slot].history) { row in
      guard row.document == document else { return }
      row.marks.insert(.activated)
      row.marks.remove(.skippable)
    }
  }

  @inline(__always)
  private mutating func place(ofContent content: EventID, _ slot: Int) -> Int32? {
    rowStore.unpack(&tabTable[slot].history)
    return rowStore.last(of: tabTable[slot].history) { $0.content == content }?.place
  }
}
