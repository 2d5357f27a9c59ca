// A kiosk with three windows and without an engine, to be read from top to bottom. Retrace stores the
// state. The program performs the actions of the visitors and prints what the windows show.

import Observation
import Retrace

// MARK: A model

// With `try await SessionModel(profile: path)`, all of this is stored on disk, where several programs
// can use it at once. Each action below is durable when its call returns, even after `kill -9`.
let model = SessionModel.inMemory()

// MARK: Three windows

// Typed text is an address or a search.
for (number, text) in ["swift.org", "webkit.org", "what is an event log"].enumerated() {
  let bounds = Session.Window.Bounds(x: Int32(number) * 640, y: 0, width: 640, height: 1_080)
  try await model.openWindow(text, bounds: bounds)
}
let home = try model.session.windows[0].tabs[0].id
let search = try model.session.windows[2].tabs[0].id

// Properties that an engine discovers about a page are also reported as actions.
try await model.perform(.reportTitle(home, "Swift"), by: Origin(.page))
try show("Three windows:")

// An invalid action changes nothing, and the error states the reason.
do {
  try await model.open("https://exa mple.com/")
} catch let error as any RetraceError {
  print("\nRefused (\(error.errorCode)): \(error)")
}

// MARK: Links

// A link leads to another page in the same tab, or opens a tab in the background.
let blog = Destination("https://swift.org/blog/", transition: .link)
let opened = try await model.perform(.open(OpenTab(blog, place: .backgroundLink(from: home))))
if let tab = opened.openedTab {
  let post = Destination("https://swift.org/blog/swift-6/", transition: .link)
  try await model.perform(.open(OpenTab(post, place: .backgroundLink(from: tab))))
}
try await model.perform(.follow(search, Destination("https://a.example/", transition: .link)))
try await model.perform(.step(search, by: -1))

// Each tab knows the tab that opened it.
@MainActor func showTree(of opener: TabID? = nil, indent: String = "  ") throws {
  for tab in try model.session.children(of: opener) {
    print("\(indent)\(tab.page)")
    try showTree(of: tab.id, indent: indent + "  ")
  }
}
print("\nThe tree of openers:")
try showTree()

// MARK: The undo menu

// Actions that belong together form one batch with a name. One undo reverts them.
try await model.perform(asOne: [.pin(home, true), .mute(home, true)], named: "quiet home page")
showMenu()
try await model.undo()
showMenu()
try await model.redo()

// A menu item that is nil is disabled.
@MainActor func showMenu() {
  let undo = model.undoTitle.map { "Undo: \($0)" } ?? "Undo (disabled)"
  let redo = model.redoTitle.map { "Redo: \($0)" } ?? "Redo (disabled)"
  print("\n  \(undo)\n  \(redo)")
}

// MARK: An agent

// A program acts under its name. Its last run can be undone, no matter what happened since then.
let tidier = Origin(agent: "tidier")
try await model.perform(.closeTabs([search]), by: tidier)
try await model.open("https://b.example/")
let undone = try await model.undo(agent: "tidier")
print("\nUndone: \(undone.results.count), kept: \(undone.plan.kept.count)")

// MARK: The slider

// Each action is a moment with a label, and each moment is a session.
print("\nThe slider:")
for moment in model.moments { print("  \(moment.id)  \(moment)") }
let then = try await model.session(at: model.moments[1].moment)
print("\nAfter “\(model.moments[1].label)”, \(try then.tabs.count) tabs were open:\n\(then)")
print("\nSince then:")
for change in then.changes(to: model.session) {
  if case .tab(let tab, .opened) = change { print("  opened \(try model.session.tab(tab)!)") }
}
try await model.restore(model.moments[1].moment)
try show("That moment, restored:")

// MARK: Redrawing

// A view that reads the model is drawn again after each change by this program or another one. A
// program without such views observes the model in a loop.
for await title in Observations({ model.undoTitle }) {
  print("\nThe menu shows: \(title ?? "Undo")")
  // An app continues until its last window closes.
  break
}

// MARK: Showing

/// Prints the windows, and the history of the tab in front.
@MainActor func show(_ what: String) throws {
  let session = model.session
  print("\n\(what)\n\(session)")
  guard let tab = try session.activeTab else { return }
  print("      address field: \(try session.address(of: tab.id))")
  print("      Back \(tab.canGoBack ? "on" : "off"), Forward \(tab.canGoForward ? "on" : "off")")
  for entry in try session.entries(of: tab.id) { print("      \(entry)") }
}
