extension Browser {
  mutating func apply(_ event: GroupEvent, at sequence: EventID) {
    switch event {
    case .created(let body):
      var group = TabGroup(id: sequence)
      group.color = body.color
      if body.title.isPresent { group.title = sequence }
      groupTable.insert(group)
    case .changed(let body):
      let slot = groupTable.slot(of: body.group)
      guard slot >= 0 else { return }
      groupTable[slot].color = body.color
      if body.title.isPresent { groupTable[slot].title = sequence }
    case .collapsed(let body):
      let slot = groupTable.slot(of: body.group)
      if slot >= 0 { groupTable[slot].isCollapsed = body.isCollapsed }
    case .joined(let body):
      let slot = tabTable.slot(of: body.tab)
      guard slot >= 0 else { return }
      regroup(slot, to: body.group, near: Int(body.index))
    case .restored(let body): restore(body, at: sequence)
    }
  }

  private mutating func restore(_ body: GroupRestored, at sequence: EventID) {
    var slot = groupTable.slot(of: body.group)
    if slot < 0 {
      guard body.group.isKnown(at: sequence) else { return }
      slot = groupTable.insert(TabGroup(id: body.group))
    }
    groupTable[slot].color = body.color
    groupTable[slot].title = body.title
    groupTable[slot].isCollapsed = body.isCollapsed
  }
}
