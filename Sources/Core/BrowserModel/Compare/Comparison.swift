/// Two states side by side, and what was found to differ.
struct Comparison {
  let former: Browser
  let latter: Browser
  var changes: [Change] = []

  init(from former: Browser, to latter: Browser) {
    self.former = former
    self.latter = latter
  }

  mutating func compareZoom() {
    if former.zoom.default != latter.zoom.default {
      changes.append(.defaultZoom(from: former.zoom.default, to: latter.zoom.default))
    }
    // Both lists are ordered by name, those of the private log away from zero.
    let old = former.zoom.sites.all
    let new = latter.zoom.sites.all
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      let oldName = oldIndex < old.count ? old[oldIndex].name.rawValue.magnitude : .max
      let newName = newIndex < new.count ? new[newIndex].name.rawValue.magnitude : .max
      let from = oldName <= newName ? old[oldIndex] : nil
      let to = newName <= oldName ? new[newIndex] : nil
      compare(from, to)
      if from != nil { oldIndex += 1 }
      if to != nil { newIndex += 1 }
    }
  }

  private mutating func compare(_ from: Zoom.Site?, _ to: Zoom.Site?) {
    let former = from?.level ?? .none
    let latter = to?.level ?? .none
    guard former != latter, let name = from?.name ?? to?.name else { return }
    changes.append(.siteZoom(name, from: former, to: latter))
  }

  mutating func compareSettings() {
    for name in Settings.Name.allCases {
      let from = former.settings.source(of: name)
      let to = latter.settings.source(of: name)
      if from != to { changes.append(.setting(name, from: from, to: to)) }
    }
  }

  /// Groups are few: both lists are ordered by id.
  mutating func compareGroups() {
    for group in former.groups where latter.group(group.id) == nil {
      changes.append(.group(group.id, .gone))
    }
    for group in latter.groups {
      guard let old = former.group(group.id) else {
        changes.append(.group(group.id, .made))
        continue
      }
      if old.title != group.title {
        changes.append(.group(group.id, .title(from: old.title, to: group.title)))
      }
      if old.color != group.color {
        changes.append(.group(group.id, .color(from: old.color, to: group.color)))
      }
      if old.isCollapsed != group.isCollapsed {
        changes.append(.group(group.id, .collapsed(group.isCollapsed)))
      }
    }
  }
}
