import CWebKitGTK
import Retrace

/// The session at any past moment, with pictures, and a slider over the complete history.
final class PastView {
  let widget: Widget
  /// The slider, at the bottom of the window.
  let bar: Widget
  private let grid: CardGrid
  private let slider: Widget
  private let label = Widget.label(class: "dim-label", limit: 1)
  private let what = Widget.label(limit: 1)
  private let buttons: Widget
  private let ways: Widget
  /// The steps of the slider.
  private var moments = Moments()
  private unowned let window: BrowserWindow
  /// Whether the buttons that restore the moment are in a separate row below the others.
  var isNarrow = false {
    didSet {
      guard isNarrow != oldValue else { return }
      let (former, next) = isNarrow ? (buttons, bar) : (bar, buttons)
      ways.kept()
      former.remove(ways)
      next.append(ways)
      ways.release()
      if !isNarrow { buttons.place(ways, after: buttons.children[2]) }
    }
  }

  /// The newest event of the moment shown.
  private(set) var moment = EventID.nothing
  /// The first event of the action at the moment shown.
  private var act = EventID.nothing

  /// The maximum number of tabs shown as cards.
  private static let cardLimit = 24

  var isShown = false {
    didSet { if isShown != oldValue { bar.isVisible = isShown } }
  }

  init(_ window: BrowserWindow) {
    self.window = window
    var choose: (TabID) -> Void = { _ in }
    grid = CardGrid(
      picture: { [unowned window] in window.profile.picture($0) }, chosen: { choose($0) })
    slider = Widget(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 1, 2, 1)!)
    slider.setName("Moment", isShown: false)
    gtk_scale_set_draw_value(slider.cast(), 0)
    widget = .column([grid.widget], class: "past")
    bar = .column(class: "past-bar")
    bar.isVisible = false
    buttons = .row(spacing: 6)
    ways = .row(spacing: 6)
    ways.append([
      .button("Bring all back", class: "suggested-action") { [unowned self] in restore([.windows])
      },
      .button("This window") { [unowned self] in restore([.window(window.id)]) },
      .button("Go on from here") { [unowned self] in branch() },
    ])
    buttons.append([
      .button(icon: "go-previous-symbolic", "One step back") { [unowned self] in step(-1) },
      .button(icon: "go-next-symbolic", "One step forward") { [unowned self] in step(1) },
      Widget.column([what, label]).expanding(),
      ways,
      .button(icon: "window-close-symbolic", "Back to now (Escape)") { [unowned self] in leave() },
    ])
    bar.append([slider, buttons])
    choose = { [unowned self] in restore([.tab($0)]) }
    on(slider, "value-changed") { [unowned self] in Diagnostics.time("past") { look() } }
  }

  func open(at event: EventID? = nil) {
    window.profile.attempt(try moments.update(from: window.profile.store))
    let newest = max(1, moments.count - 1)
    gtk_range_set_range(slider.cast(), 0, Double(newest))
    slider.isSensitive = moments.count > 1
    isShown = true
    moment = .nothing
    gtk_range_set_value(slider.cast(), Double(event.map { moments.index(of: $0) } ?? newest))
    look()
    slider.focus()
  }

  private func step(_ steps: Int) {
    gtk_range_set_value(slider.cast(), gtk_range_get_value(slider.cast()) + Double(steps))
  }

  private func look() {
    guard isShown, moments.count > 0 else { return }
    let index = min(Int(gtk_range_get_value(slider.cast()).rounded()), moments.count - 1)
    let event = moments.last(at: index)
    guard event != moment else { return }
    moment = event
    act = moments.first(at: index)
    let profile = window.profile
    guard
      let session = profile.attempt(try profile.store.session(at: .after(event)))
    else { return }
    show(session)
  }

  private func show(_ session: Session) {
    let profile = window.profile
    let browser = session.state.browser
    let shown = browser.windows.flatMap(\.tabs).prefix(Self.cardLimit)
    let tabs = shown.compactMap { profile.tab($0, in: session) }
    let now = profile.store.browser
    grid.show(
      tabs.map { tab in
        CardGrid.Card(
          tab: tab.id, title: tab.shownTitle, subtitle: tab.url?.shortened ?? "",
          picture: picture(of: tab.id, session),
          isInFront: tab.isActive, isGone: now.tab(tab.id) == nil)
      })
    let windows = session.state.browser.windowOrder.count
    let note = profile.attempt(try profile.store.note(of: act)) ?? nil
    what.label = note.map { sentence(of: $0, session) } ?? ""
    let open = count(browser.tabCount, "tab") + " in " + count(windows, "window")
    label.label = (note.map { Clock.text($0.event.milliseconds) + " · " } ?? "") + open
    Diagnostics.say("past #\(moment.rawValue) tabs=\(browser.tabCount)")
  }

  /// Describes the action at the moment. A tab is named by its current page, or by its last page if
  /// it was closed.
  private func sentence(of note: EventDescription, _ session: Session) -> String {
    guard let id = note.event.subject?.tab else { return note.sentence().capitalized }
    let profile = window.profile
    let tab =
      profile.tab(id, in: session)
      ?? profile.tab(
        id, in: try? profile.store.session(at: .after(note.event.sequence.advanced(by: -1))))
    return note.sentence(calling: tab?.shownTitle ?? "a tab").capitalized
  }

  /// Returns the picture of a tab's page from that moment, otherwise a later picture.
  private func picture(of tab: TabID, _ session: Session) -> EventID {
    guard let entry = session.state.browser.tab(tab)?.currentEntry else { return .nothing }
    if entry.picture.exists { return entry.picture }
    let now = window.profile.store.browser.tab(tab) ?? window.profile.store.browser.closedTab(tab)
    return now?.entries.first { $0.content == entry.content }?.picture ?? .nothing
  }

  private func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  private func restore(_ parts: [Restoration.Part]) {
    let profile = window.profile
    profile.attempt(try profile.store.restore(.after(moment), parts))
    leave()
  }

  /// Continues from the moment on a new branch. Later actions stay on the previous branch.
  private func branch() {
    let profile = window.profile
    let name = "from-\(moment.rawValue)-\(profile.store.browser.sequence.rawValue)"
    let made = profile.attempt(try profile.store.branch(name, at: .after(moment)))
    guard let made else { return }
    profile.attempt(try profile.store.switchBranch(to: BranchID(made.sequence)))
    window.say("You are on the branch “\(name)”. Later actions are on the branch that you left.")
    leave()
  }

  private func leave() {
    isShown = false
    window.profile.changed()
  }
}

extension BrowserWindow {
  func togglePast() {
    let opens = !past.isShown
    leaveOtherPages()
    if panel.closesOnChoice { panel.close() }
    if opens { past.open() }
    profile.changed()
  }

  /// Shows the session after an event.
  func showPast(at event: EventID) {
    leaveOtherPages()
    if panel.closesOnChoice { panel.close() }
    past.open(at: event)
    profile.changed()
  }
}
