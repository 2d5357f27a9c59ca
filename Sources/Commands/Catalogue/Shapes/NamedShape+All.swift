internal import BrowserModel
internal import CommandKit
internal import RetraceStore

extension NamedShape {
  /// All named shapes, in the order in which a document lists them.
  static let all = [
    event, eventFields, change, window, tab, history, group, closed, bookmark, settings,
    forgettingItem, refusal,
  ]

  static let event = NamedShape("Event") { .event() }
  static let eventFields = NamedShape("EventFields", isOpen: true) { EventFieldsShape.shape }
  static let change = NamedShape("Change") { ChangeShape.shape }
  static let window = NamedShape("Window") { WindowAnswer.members.shape }
  static let tab = NamedShape("Tab") { TabAnswer.members.shape }
  static let history = NamedShape("History") { HistoryAnswer.members.shape }
  static let group = NamedShape("Group") { GroupAnswer.members.shape }
  static let closed = NamedShape("ClosedItem") { ClosedItemAnswer.members.shape }
  static let bookmark = NamedShape("Bookmark") { BookmarkAnswer.kinds }
  static let settings = NamedShape("Settings") { SettingsAnswer.members.shape }
  static let forgettingItem = NamedShape("ForgettingItem") { ForgettingItemAnswer.members.shape }
  static let refusal = NamedShape("Refusal") { CommandError.refusal.shape }
}

extension JSONShape {
  /// The shape of the answer of a command that writes, as created by
  /// ``Answer/init(performed:newest:)``.
  static var written: JSONShape { Answer.writtenMembers().shape }
}
