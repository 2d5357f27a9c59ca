package import BrowserModel
internal import EventCoding

extension Event {
  /// Whether it names a tab, or made it.
  package func concerns(_ tab: EventID) -> Bool {
    if sequence == tab { return true }
    var finder = TabFinder(tab: tab)
    body.visit(&finder)
    return finder.isFound
  }
}

private struct TabFinder: PayloadVisitor, QuietFieldVisitor {
  let tab: EventID
  var isFound = false

  init(tab: EventID) { self.tab = tab }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout EventID) {
    let isTab = name.description == "tab" || name.description == "source"
    if isTab, value == tab { isFound = true }
  }
}
