// A small browser without an engine, to be read from top to bottom. Retrace stores the state. The
// program performs the actions of the user and shows the result. `swift run` prints the output.

import Retrace

// MARK: A store

// With a path, `Store(profile: "…")`, all of this is stored on disk, where several programs can use
// it at once. Each action below is durable when its call returns, even after `kill -9`.
let store = Store.inMemory()

// MARK: Pages

// Typed text is an address or a search.
let home = try store.open("swift.org")
let search = try store.open("what is an event log")

// Properties that an engine discovers about a page are also reported as actions.
try store.perform(.reportTitle(home, "Swift"), by: Origin(.page))
show("Two tabs, and the second one searches:")

// An invalid action changes nothing, and the refusal states the reason.
do {
  try store.open("https://exa mple.com/")
} catch {
  print("\nRefused: \(error)")
}

// MARK: Actions

// Every operation of a user is an `Action`. A link leads to another page in the same tab.
try store.perform(.follow(search, Destination("https://example.org/logs", transition: .link)))
try store.perform(.follow(search, Destination("https://example.org/logs/2", transition: .link)))
try store.perform(.step(search, by: -1))
show("Two links, and Back:")

// Several actions can be combined. They are performed together or not at all, and one undo reverts
// them.
try store.perform(asOne: [.pin(home, true), .mute(home, true)], named: "hush")
try store.perform(
  .addBookmark(NewBookmark(.bookmark, title: "Swift", url: "https://swift.org/", keyword: "sw")))

// MARK: Sessions

// A session is a value: the state at one moment, which later actions do not change.
let morning = try store.session
try store.perform(.closeTabs([search]))
show("The search is closed:")

// Undo reverts the newest action, and redo performs it again.
try store.undo()
show("Undo brings it back, with its history and its place in it:")
try store.redo()

// Any moment can be read again, given the number of its newest event.
let then = try store.session(at: .after(morning.sequence))
print(
  "\nIn the morning there were \(try then.tabs.count) tabs, now \(try store.session.tabs.count).")

// Two sessions can be compared, and the log contains the author of each change.
for change in then.changes(to: try store.session) {
  if case .tab(let tab, .closed) = change { print("Closed since: \(try then.tab(tab)!.page)") }
}
for note in try store.notes(about: .tab(home)) { print("  \(note)") }

// MARK: Changes

// A front end redraws after any change by this program, another program, or another device. No
// change is missed. Changes that happen during a pause are reported as one.
try store.open("sw")
for try await change in store.changes(since: morning.sequence) {
  let numbers = change.commits.map { "#\($0.sequence.rawValue)" }.joined(separator: " ")
  print("\nSince the morning \(numbers) were written:")
  for change in change.changes {
    if case .tab(let tab, .opened) = change { print("  opened \(try store.session.tab(tab)!)") }
    if case .tab(let tab, .closed) = change { print("  closed \(try morning.tab(tab)!)") }
  }
  // An app continues until its window closes.
  break
}

// MARK: Showing

/// Prints the windows, and the history of the tab in front.
@MainActor func show(_ what: String) {
  do {
    let session = try store.session
    print("\n\(what)\n\(session)")
    guard let tab = try session.activeTab else { return }
    print("      address field: \(try session.address(of: tab.id))")
    print("      Back \(tab.canGoBack ? "on" : "off"), Forward \(tab.canGoForward ? "on" : "off")")
    for entry in try session.entries(of: tab.id) { print("      \(entry)") }
  } catch {
    print("The profile cannot be read: \(error)")
  }
}
