import Retrace

/// Compares WebKit with the model whenever both are at rest, and prints differences.
///
/// For each view, it compares the Back and Forward list and the position in it, the address, the
/// title and the zoom. With `--check`, a difference ends the program.
final class TruthCheck {
  private unowned let program: BrowserProgram
  private var toldAt = EventID.nothing
  private var toldPrivateAt = EventID.nothing
  private var isWaiting = false
  /// The number of comparisons of the same step that have found differences.
  private var patience = 0
  private static let patienceLimit = 20

  init(_ program: BrowserProgram) { self.program = program }

  /// Compares after nothing has happened for a moment.
  func look() {
    guard Diagnostics.checks, !isWaiting else { return }
    isWaiting = true
    Loop.after(milliseconds: 60) { [weak self] in
      self?.isWaiting = false
      self?.compare()
    }
  }

  private var isAtRest: Bool {
    let profile = program.profile
    return program.engine.views.values.allSatisfy { $0.phase == .rest && !$0.isLoading }
      && profile.store.browser.loadingTabs.isEmpty
      && profile.store.privateBrowser.loadingTabs.isEmpty
  }

  private func compare() {
    guard isAtRest, !program.engine.carryOutCommands() else { return look() }
    let sequence = program.profile.store.browser.sequence
    let privateSequence = program.profile.store.privateBrowser.sequence
    guard sequence != toldAt || privateSequence != toldPrivateAt else { return }
    var drifts: [String] = []
    for (tab, view) in program.engine.views {
      guard let session = program.profile.session(isPrivate: tab.isPrivate) else { continue }
      drifts += differences(of: view, session)
    }
    // The difference may be temporary: a title, for example, may not have arrived yet.
    patience = drifts.isEmpty ? 0 : patience + 1
    if !drifts.isEmpty, patience < Self.patienceLimit { return look() }
    (toldAt, toldPrivateAt) = (sequence, privateSequence)
    for drift in drifts { Diagnostics.say("drift \(drift)") }
    Diagnostics.say("settled #\(sequence.rawValue) views=\(program.engine.views.count) \(summary)")
    if !drifts.isEmpty { program.fail() }
  }

  /// Prints the visible content, for tests.
  private var summary: String {
    let profile = program.profile
    guard let session = profile.session(isPrivate: false),
      let tab = (try? session.activeTab) ?? nil
    else { return "no tab" }
    let count = session.state.browser.tabCount
    let address = profile.address(of: tab, in: session)
    let zoom = ((try? session.zoom(of: tab.id)) ?? nil)?.level ?? .actual
    return
      "tabs=\(count) zoom=\(zoom.hundredths / 100) tab=\(tab.id.rawValue) status=\(tab.status) back=\(tab.canGoBack) "
      + "forward=\(tab.canGoForward) address=\(address) title=\(tab.status == .failed ? profile.title(of: tab) : tab.title ?? "")"
  }

  private func differences(of view: PageView, _ session: Session) -> [String] {
    guard let tab = session.state.browser.tab(view.tab),
      let entries = try? session.engineEntries(tab.entries),
      let list = BackForwardList.read(view.view)
    else { return [] }
    let name = "tab #\(view.tab.rawValue):"
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ engine: Value, _ model: Value) {
      if engine != model {
        found.append("\(name) \(what) is \(engine) in WebKit and \(model) here")
      }
    }
    let urls = entries.map { $0.page.url ?? "about:blank" }
    // Entries that the model has dropped from a full history stay in the view's list (H8).
    let isFull = entries.count >= session.state.browser.settings.historyLimit
    if !isFull {
      compare("list", list.items.map(\.url), urls)
      compare("place", list.index, tab.index)
    }
    guard tab.status == .complete, !view.url.isEmpty, entries.indices.contains(tab.index) else {
      return found
    }
    compare("address", view.url, urls[tab.index])
    if urls[tab.index] != Destination.startPage {
      compare("title", view.title, entries[tab.index].page.title ?? "")
    }
    let level = ((try? session.zoom(of: view.tab)) ?? nil)?.level ?? .actual
    compare("zoom", Int((view.zoom * 10_000).rounded()), Int(level.hundredths))
    return found
  }
}
