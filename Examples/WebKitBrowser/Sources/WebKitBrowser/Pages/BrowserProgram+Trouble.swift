import CWebKitGTK
import Retrace

/// Shows error pages.
extension BrowserProgram {
  /// Returns the problem with the page of a tab, or nil.
  func trouble(with tab: Session.Tab, _ session: Session) -> Trouble? {
    let reload = { [profile] in
      _ = profile.follow(.reload(tab.id, isLoading: true), by: Origin(.engine))
      profile.changed()
    }
    if tab.status == .failed {
      let url = profile.failedTarget(of: tab.id).url
      let reason = profile.attempt(try session.failure(of: tab.id)) ?? nil
      let again = { [unowned self] in retry(tab.id) }
      var ways = [
        Trouble.Way(title: "Try again", take: again),
        Trouble.Way(title: "Stay where I was", take: reload),
      ]
      if let view = engine.views[tab.id], let site = view.untrusted {
        ways.reverse()
        ways.append(
          Trouble.Way(title: "Go on anyway") {
            site.accept(in: view.view)
            again()
          })
      }
      return Trouble(
        title: "This page could not be loaded", text: reason ?? "", address: url, ways: ways)
    }
    guard tab.status == .discarded, engine.views[tab.id] == nil else { return nil }
    let (title, text) =
      if engine.leftOut.contains(tab.id) {
        (
          "The browser ended twice with this page",
          "The browser crashed twice shortly after this page had begun to load. The page is not "
            + "loaded until you ask for it. All other tabs are restored."
        )
      } else if engine.stopped.contains(tab.id) {
        ("This page was stopped", "It did not respond. Your tab and its history are still here.")
      } else {
        (
          "This page has ended", "The process that showed it has ended. Your session is intact."
        )
      }
    return Trouble(
      title: title, text: text,
      address: tab.url?.shortened ?? "",
      ways: [
        Trouble.Way(title: "Load it again") { [unowned self] in
          engine.leftOut.remove(tab.id)
          reload()
        },
        Trouble.Way(title: "Close the tab") { [unowned self] in
          profile.perform(.closeTabs([tab.id]))
        },
      ])
  }

  /// Loads the page that failed to load.
  func retry(_ tab: TabID) {
    engine.note(asked: tab)
    switch profile.failedTarget(of: tab) {
    case (_, let steps?): profile.travel(tab, by: steps)
    case (profile.session(isPrivate: tab.isPrivate).flatMap { profile.tab(tab, in: $0)?.url }, nil):
      _ = profile.follow(.reload(tab, isLoading: true), by: Origin(.engine))
      profile.changed()
    case (let url, nil): _ = profile.go(url, in: tab)
    }
  }
}
