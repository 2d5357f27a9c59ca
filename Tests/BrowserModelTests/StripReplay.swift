import BrowserModel
import TestSupport

/// Performs the steps of a trace of a browser's tab strip in the model.
struct StripReplay {
  private(set) var driver = ModelDriver()
  private var tabs: [String: TabID] = [:]
  private var groups: [String: GroupID] = [:]
  private var labels: [EventID: String] = [:]

  init(_ start: Strip) throws {
    for tab in start.tabs {
      try perform(.open(OpenTab(Destination(tab.url))), new: tab.tab)
    }
  }

  /// The focused window, in the notation of the trace.
  var strip: Strip {
    let browser = driver.state
    guard let window = browser.browser.windows.first else { return Strip(active: "", tabs: []) }
    return Strip(
      active: label(window.activeTab) ?? "",
      tabs: window.tabs.compactMap { browser.browser.tab($0) }.map { tab in
        let url = browser.browser.url(of: tab, text: driver.log)
        return Strip.Tab(
          tab: label(tab.id) ?? "", url: url == Destination.startPage ? "chrome://newtab/" : url,
          opener: label(tab.openerGroupParent), pinned: tab.isPinned,
          group: label(tab.group))
      })
  }

  mutating func perform(_ step: StripTrace.Step) throws {
    guard let action = action(step.do) else { return }
    if step.do.kind == "reopen", let was = step.do.was, let new = step.do.new {
      name(new, tabs[was] ?? .nothing)
      try perform(action, new: nil)
    } else if step.do.kind == "group", step.do.into == nil {
      try perform(action, new: nil)
      nameGroups(step.strip)
    } else {
      try perform(action, new: step.do.new)
    }
  }

  private func label(_ id: (some EventReference)?) -> String? {
    id.flatMap { labels[$0.event] }
  }

  private mutating func name(_ label: String, _ id: TabID) {
    tabs[label] = id
    labels[id.event] = label
  }

  /// Gives the group that the model has just created the name of the new group in the recording.
  private mutating func nameGroups(_ recorded: Strip) {
    for group in recorded.tabs.compactMap(\.group) where groups[group] == nil {
      guard let made = driver.browser.groups.last?.id else { continue }
      groups[group] = made
      labels[made.event] = group
    }
  }

  /// A refused action changes nothing.
  private mutating func perform(_ action: Action, new: String?) throws {
    let made: [Event]
    do throws(Refusal) {
      made = try driver.perform(action)
    } catch {
      return
    }
    guard let new else { return }
    for event in made {
      switch event.body {
      case .tab(.opened), .tab(.duplicated): name(new, TabID(event.sequence))
      default: break
      }
    }
  }

  private func action(_ deed: StripTrace.Deed) -> Action? {
    let tab = deed.tab.flatMap { tabs[$0] } ?? .nothing
    let destination = Destination(deed.url ?? "", transition: .link)
    switch deed.kind {
    case "new": return .open(OpenTab())
    case "typeNew": return .open(OpenTab(Destination(deed.url ?? "")))
    case "type": return .go(tab, Destination(deed.url ?? ""))
    case "follow": return .follow(tab, destination)
    case "link": return link(deed, destination)
    case "close": return .closeTabs([tab])
    case "activate": return .select(tab, byUser: isByUser(deed))
    case "reopen": return .reopen(nil)
    case "duplicate": return .duplicate(tab)
    case "pin": return .pin(tab, deed.pinned ?? true)
    case "moveBy":
      guard case .places(let places) = deed.by else { return nil }
      return .moveBy(tab, places: places)
    case "move": return .move(tab, to: deed.to ?? 0)
    case "group":
      return .group(
        (deed.tabs ?? []).compactMap { tabs[$0] }, into: deed.into.flatMap { groups[$0] })
    case "ungroup": return .ungroup([tab])
    case "create": return create(deed, destination)
    default: return nil
    }
  }

  private func link(_ deed: StripTrace.Deed, _ destination: Destination) -> Action? {
    guard let from = deed.from.flatMap({ tabs[$0] }) else { return nil }
    return .open(
      OpenTab(
        destination,
        place: deed.where == "background"
          ? .backgroundLink(from: from) : .foregroundLink(from: from)
      ))
  }

  private func create(_ deed: StripTrace.Deed, _ destination: Destination) -> Action {
    .open(
      OpenTab(
        destination, place: .index(deed.index ?? .max), isSelected: deed.active ?? true,
        opener: deed.opener.flatMap { tabs[$0] }))
  }

  private func isByUser(_ deed: StripTrace.Deed) -> Bool {
    guard case .actor(let actor) = deed.by else { return true }
    return actor == "user"
  }
}
