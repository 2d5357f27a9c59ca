import BrowserModel

/// A person browses; the core keeps book.
var browser = SmallBrowser()

do {
  try browser.type("example.com")
  if let tab = browser.activeTab { try browser.perform(.reportTitle(tab.id, "Example")) }
  browser.show("A page was opened by typing “example.com”:")

  try browser.perform(.open(OpenTab(Destination("https://swift.org/"))))
  try browser.type("what is an event log")
  browser.show("A second tab searches; the address field shows “\(browser.address)”:")

  if let tab = browser.activeTab { try browser.perform(.step(tab.id, by: -1)) }
  browser.show("Back:")

  if let tab = browser.activeTab { try browser.perform(.closeTabs([tab.id])) }
  browser.show("The tab was closed:")

  _ = browser.undo()
  browser.show("Undo brings it back, with its history and its place in it:")

  _ = browser.undo()
  browser.show("Undo once more takes back the Back:")

  try browser.type("https://exa mple.com/")
} catch {
  print("Refused: \(error.message)")
}

print("The log has \(browser.log.newestEvent().rawValue) events; nothing was ever overwritten.")
