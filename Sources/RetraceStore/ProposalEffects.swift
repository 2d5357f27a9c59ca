internal import BrowserModel

/// The effects that a preview of a proposal shows, by thing, in a form that can be compared.
///
/// Effects that depend on other things are omitted: the indexes of tabs and bookmarks, the selection,
/// the focus and the list of closed items. The effect on a thing includes its present properties, so
/// that closing a tab has another effect after the user has pinned the tab.
struct ProposalEffects {
  /// The effects on each thing.
  private(set) var effects: [MergeConflict.Thing: [String]] = [:]

  init(from present: ProfileState, to latter: ProfileState, _ conflicts: [MergeConflict]) {
    for change in present.changes(to: latter) {
      guard let thing = change.mergedThing, !change.isOnlyOfIndex else { continue }
      if effects[thing] == nil { effects[thing] = ["\(present.properties(of: thing))"] }
      effects[thing]?.append(change.effect)
    }
    for conflict in conflicts {
      effects[conflict.subject, default: []].append("conflict \(conflict.reason)")
    }
  }

  /// Returns the digits of a hash of the effects and of a proposal.
  func digits(of proposal: EventID) -> String {
    let lines = effects.map { thing, effects in "\(thing): \(effects.joined(separator: ", "))" }
    let text = "#\(proposal.rawValue)\n" + lines.sorted().joined(separator: "\n")
    return String(ContentHash.of(Array(text.utf8)).digits.prefix(16))
  }

  /// Returns the things on which two previews have different effects.
  ///
  /// - Parameter selection: The things to compare, or nil for all things.
  func differences(
    from other: ProposalEffects, in selection: Set<MergeConflict.Thing>?
  ) -> [MergeConflict.Thing] {
    let things = Set(effects.keys).union(other.effects.keys).filter {
      (selection?.contains($0) ?? true) && effects[$0] != other.effects[$0]
    }
    return things.sorted { "\($0)" < "\($1)" }
  }
}

extension Change {
  /// The thing whose merge makes this change, or nil for the focus, the selection, the order of
  /// windows and the list of closed items.
  var mergedThing: MergeConflict.Thing? {
    switch self {
    case .window(_, .selected), .window(_, .moved), .focus, .closed: nil
    case .window(let id, _): .window(id)
    case .tab(_, .status), .tab(_, .pending): nil
    case .tab(let id, _), .entry(_, let id, _): .tab(id)
    case .group(let id, _): .group(id)
    case .bookmark(let id, _): .bookmark(id)
    case .defaultZoom: .defaultZoom
    case .siteZoom(let name, _, _): .siteZoom(name)
    case .setting(let name, _, _): .setting(name)
    case .value(let owner, _, _): owner.thing
    }
  }

  /// Whether a tab or a bookmark has only another index in the same window or folder. Other changes
  /// in the window or folder determine which things count as moved.
  fileprivate var isOnlyOfIndex: Bool {
    switch self {
    case .tab(_, .moved(let from, let to)), .bookmark(_, .moved(let from, let to)):
      from.container == to.container
    default: false
    }
  }

  /// The change as text, without indexes.
  fileprivate var effect: String {
    switch self {
    case .window(_, .opened): "opened"
    case .window(_, .closed): "closed"
    case .tab(_, .opened(let place)): "opened in \(place.container)"
    case .tab(_, .closed(let place)): "closed in \(place.container)"
    case .tab(_, .moved(_, let place)): "moved to \(place.container)"
    case .entry(let id, _, .gained): "gained \(id)"
    case .entry(let id, _, .lost): "lost \(id)"
    case .bookmark(_, .added(let place)): "added to \(place.container)"
    case .bookmark(_, .removed(let place)): "removed from \(place.container)"
    case .bookmark(_, .moved(_, let place)): "moved to \(place.container)"
    default: "\(self)"
    }
  }
}

extension ProfileState {
  /// Returns the properties of a thing that matter for a decision about the thing.
  fileprivate func properties(of thing: MergeConflict.Thing) -> [String] {
    switch thing {
    case .tab(let id):
      browser.tab(id).map { tab in
        tab.entries.map { "\($0.id) \($0.content)" } + [
          "\(tab.index) \(tab.isPinned) \(tab.isMuted) \(tab.temporaryZoom)",
          "\(tab.window) \(tab.group ?? .nothing)",
        ]
      } ?? []
    case .window(let id):
      browser.window(id).map { ["\($0.bounds) \($0.showState) \($0.title)"] } ?? []
    case .group(let id):
      browser.group(id).map { ["\($0.title) \($0.color) \($0.isCollapsed)"] } ?? []
    case .bookmark(let id):
      library.bookmarks[id].map {
        ["\($0.parent) \($0.title) \($0.url) \($0.tags) \($0.keyword) \($0.note)"]
      } ?? []
    case .siteZoom, .defaultZoom, .setting, .profile: []
    }
  }
}
