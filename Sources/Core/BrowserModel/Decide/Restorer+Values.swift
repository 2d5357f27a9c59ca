extension Restorer {
  /// Restores the custom values of an owner that differ. Does nothing if the owner is not open.
  func restoreValues(of owner: ValueOwner) {
    let former = pastState.valueTable(of: owner)
    for entry in nowState.valueTable(of: owner)[owner]
    where !former[owner, entry.key].exists {
      append(.value(.removed(ValueRemoved(owner, entry.key, source: entry.source))))
    }
    for entry in former[owner] {
      setValue(of: owner, entry.key, to: entry.source)
    }
  }

  /// Restores the values of windows and of their tabs and groups.
  func restoreValues(inWindows windows: [Window]) {
    for window in windows {
      restoreValues(of: .window(window.id))
      for tab in window.tabs { restoreValues(of: .tab(tab)) }
    }
    for group in past.groups where windows.contains(where: { $0.id == group.window }) {
      restoreValues(of: .group(group.id))
    }
  }

  /// Makes a value the value that an event set, unless it is already that value. ``EventID/nothing``
  /// removes the value.
  private func setValue(of owner: ValueOwner, _ key: ValueKey, to source: EventID) {
    let present = nowState.valueTable(of: owner)[owner, key]
    guard present != source, owner == .profile || now.isOpen(owner) else { return }
    if source.exists {
      append(.value(.set(ValueSet(owner, key, source: source))))
    } else {
      append(.value(.removed(ValueRemoved(owner, key, source: present))))
    }
  }

  /// Applies the changes of the other branch to custom values.
  func mergeValues(since base: ProfileState, _ conflicts: inout [MergeConflict]) {
    let owners = Set(base.browser.values.owners + past.values.owners).sorted() + [.profile]
    for owner in owners
    where (owner == .profile || past.isOpen(owner)) && isSelected(owner.thing) {
      let (former, theirs) = (base.valueTable(of: owner), pastState.valueTable(of: owner))
      guard former[owner] != theirs[owner] else { continue }
      guard owner == .profile || now.isOpen(owner) else { continue }
      var hasConflict = false
      let keys = Set((former[owner] + theirs[owner]).map { $0.key }).sorted()
      for key in keys where former[owner, key] != theirs[owner, key] {
        let present = nowState.valueTable(of: owner)[owner, key]
        if present == former[owner, key] {
          setValue(of: owner, key, to: theirs[owner, key])
        } else if present != theirs[owner, key] {
          hasConflict = true
        }
      }
      if hasConflict {
        conflicts.append(MergeConflict(subject: owner.thing, reason: .changedOnBoth))
      }
    }
  }

  /// The state at the earlier moment.
  private var pastState: ProfileState { ProfileState(browser: past, library: pastLibrary) }
  /// The present state.
  private var nowState: ProfileState { ProfileState(browser: now, library: nowLibrary) }
}
