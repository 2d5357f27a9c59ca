// A small browser without an engine, to be read from top to bottom. Retrace keeps what is open; the
// program says what a person does, and shows what is there. `swift run` prints what it shows.

import Retrace

// MARK: A store

// With a path, `Store(profile: "…")`, all of this is on disk, for several programs at once. Each
// action below is safe there when its call returns, also from `kill -9`.
let store = Store.inMemory()

// MARK: Pages

// What somebody types is an address or a search.
let home = try store.open("swift.org")
let search = try store.open("what is an event log")

// What an engine finds out about a page is reported like anything else that happens.
try store.perform(.reportTitle(home, "Swift"), by: Origin(.page))
show("Two tabs, and the second one searches:")

// Where nothing was meant, nothing happens, and the refusal says why.
do {
  try store.open("https://exa mple.com/")
} catch {
  print("\nRefused: \(error)")
}

// MARK: Actions

// Everything that a person can do is an `Action`. A link leads to another page of the same tab.
try store.perform(.follow(search, Destination("https://example.org/logs", transition: .link)))
try store.perform(.follow(search, Destination("https://example.org/logs/2", transition: .link)))
try store.perform(.step(search, by: -1))
show("Two links, and Back:")

// Several actions can be one: they are done together or not at all, and one undo takes them back.
try store.perform(asOne: [.pin(home, true), .mute(home, true)], named: "hush")
try store.perform(
  .addBookmark(NewBookmark(.bookmark, title: "Swift", url: "https://swift.org/", keyword: "sw")))

// MARK: Sessions

// A session is a value: what was open at one moment, whatever is done afterwards.
let morning = try store.session
try store.perform(.closeTabs([search]))
show("The search is closed:")

// Undo takes back the newest action, redo brings it back.
try store.undo()
show("Undo brings it back, with its history and its place in it:")
try store.redo()

// Any moment can be looked at again: all that is needed is the number of its newest event.
let then = try store.session(at: .after(morning.sequence))
print(
  "\nIn the morning there were \(try then.tabs.count) tabs, now \(try store.session.tabs.count).")

// Two sessions tell what differs, and the log tells who did it.
for change in then.changes(to: try store.session) {
  if case .tab(let tab, .closed) = change { print("Closed since: \(try then.tab(tab)!.page)") }
}
for note in try store.notes(about: .tab(home)) { print("  \(note)") }

// MARK: Changes

// A front end draws anew when something is different, whoever did it: this program, another one, or
// another device whose log came in. Nothing is missed, and what came meanwhile is one change.
try store.open("sw")
for try await change in store.changes(since: morning.sequence) {
  let numbers = change.commits.map { "#\($0.sequence.rawValue)" }.joined(separator: " ")
  print("\nSince the morning \(numbers) were written:")
  for change in change.changes {
    if case .tab(let tab, .opened) = change { print("  opened \(try store.session.tab(tab)!)") }
    if case .tab(let tab, .closed) = change { print("  closed \(try morning.tab(tab)!)") }
  }
  // An app goes on until its window closes.
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
