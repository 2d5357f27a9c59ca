import Retrace
import RetraceStore

/// The trail, reasons and search in the side panel.
extension BrowserWindow {
  /// Shows all pages visited in the tab as a tree, including the paths that Back left.
  func showTrail() {
    guard let tab = activeTab else { return }
    let trail = profile.attempt(try profile.store.trail(of: tab.id))
    let entries = profile.browser(isPrivate: isPrivate).tab(tab.id)?.entries.map(\.id) ?? []
    panel.open(
      "Trail of this tab",
      (trail ?? []).map { place in
        let offset = entries.firstIndex(of: place.entry)
        return SidePanel.Row(
          title: place.page.shownTitle, subtitle: place.page.url?.shortened ?? "",
          depth: place.depth, isCurrent: place.isCurrent, isFaint: offset == nil
        ) { [weak self] in
          guard let self else { return }
          if let offset, let index = profile.browser(isPrivate: isPrivate).tab(tab.id)?.index {
            return travel(by: offset - index)
          }
          _ = go(place.page.url ?? "")
        }
      })
  }

  /// Shows the events that caused the current state of a thing. Each row opens its moment.
  func showReasons(of subject: Session.Subject, _ name: String) {
    let notes = profile.attempt(try profile.store.notes(about: subject))
    panel.open("Why “\(name)” is like this", (notes ?? []).reversed().map { row(of: $0) })
  }

  func showReasons() {
    if let tab = activeTab { showReasons(of: .tab(tab.id), tab.shownTitle) }
  }

  /// Shows the origin of the zoom, which is a site, a tab or the default, and the event that set
  /// it.
  func showReasonsOfZoom() {
    guard let tab = activeTab, let session = profile.session(isPrivate: isPrivate),
      let zoom = profile.attempt(try session.zoom(of: tab.id)) ?? nil
    else { return }
    let decider =
      switch zoom.decider {
      case .tab: "Only this tab"
      case .site: "All pages of \(zoom.host ?? "this site")"
      case .default: "All pages without a zoom of their own"
      }
    var rows = [SidePanel.Row(title: zoom.level.percentText, subtitle: decider, isCurrent: true)]
    if zoom.source.exists {
      rows.append(
        SidePanel.Row(title: "Set by #\(zoom.source.rawValue)", subtitle: "See that moment") {
          [weak self] in self?.showPast(at: zoom.source)
        })
    }
    panel.open("Why this zoom", rows)
  }

  private func row(of note: EventDescription) -> SidePanel.Row {
    let who = note.event.actor == .user ? "you" : "the \(note.event.actor)"
    let by = note.agent.map { "\(who), \($0)" } ?? who
    return SidePanel.Row(
      title: note.sentence().capitalized,
      subtitle: "by \(by) · \(Clock.text(note.event.milliseconds, as: "%e %b %Y, %H:%M:%S"))",
      isFaint: note.event.actor != .user
    ) { [weak self] in self?.showPast(at: note.event.sequence) }
  }

  func showBookmarks() {
    panel.open(
      "Bookmarks",
      bookmarks.map { bookmark in
        SidePanel.Row(
          title: bookmark.page.shownTitle, subtitle: bookmark.url?.shortened ?? ""
        ) { [weak self] in _ = self?.go(bookmark.url ?? "") }
      })
  }

  /// Opens a search over open and closed pages, and all pages that were ever visited.
  func showSearch() {
    panel.open("Open, closed and past") { [weak self] words in self?.found(words) ?? [] }
  }

  private func found(_ words: String) -> [SidePanel.Row] {
    guard let match = WordMatch(words), let session = profile.session(isPrivate: isPrivate) else {
      return []
    }
    func matches(_ page: Session.Page) -> Bool {
      match.matches(title: page.title ?? "", url: page.url ?? "")
    }
    let tabs = profile.attempt(try session.tabs) ?? []
    let open = tabs.filter { matches($0.page) }.prefix(20).map { tab in
      SidePanel.Row(title: tab.shownTitle, subtitle: "open · \(tab.url?.shortened ?? "")") {
        [weak self] in
        self?.perform(.select(tab.id))
        self?.browser.present(tab.id)
      }
    }
    let items = profile.attempt(try session.closed) ?? []
    let closed = items.filter { $0.pages.contains(where: matches) }.prefix(20).map { item in
      SidePanel.Row(title: item.pages.map(\.shownTitle).joined(separator: ", "), subtitle: "closed")
      {
        [weak self] in self?.perform(.reopen(item.id.event))
      }
    }
    let hits = try? profile.store.hits(of: match)
    let pages = hits.flatMap { try? profile.store.pages($0, limit: 30).pages } ?? []
    let past = pages.map { page in
      let title = page.title.isEmpty ? page.url.shortened : page.title
      return SidePanel.Row(title: title, subtitle: "past · \(page.url.shortened)", isFaint: true) {
        [weak self] in _ = self?.go(page.url)
      }
    }
    return open + closed + past
  }
}
