internal import BrowserModel
internal import CommandKit
internal import RetraceStore

extension NamedShape {
  /// All of them, in the order in which a document has them.
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
  static let forgettingItem = NamedShape("ForgettingItem") { .object(forgettingItemMembers) }
  static let refusal = NamedShape("Refusal") { refusalShape }

  private static let forgettingItemMembers: [JSONShape.Member] = [
    .required("kind", .choice(ForgettingItem.Kind.allCases.map(\.rawValue)), "what they are"),
    .required("text", .string), .required("events", .integer, "how many have them"),
  ]

  private static let refusalShape: JSONShape = .thing(
    "error",
    .object([
      .required("code", .string, "stays the same"),
      .required("message", .string, "a sentence for people, which may change"),
      .optional(
        "candidates",
        .array(
          .object([
            .required("id", .integer),
            .required("position", .nullable(.string), "what can be typed, too"),
            .required("title", .string), .required("url", .string),
          ])), "what words fit, where they are ambiguous"),
      .optional(
        "since", .array(.integer), "the events that came after the one that the caller had seen"),
    ]))
}

extension JSONShape {
  /// The answer of a command that writes: ``Answer/init(performed:newest:)``.
  static let written = JSONShape.object(writtenMembers)

  /// The members that describe the appended events.
  static let writtenMembers: [Member] = [
    .required("sequence", .integer, "the number of the newest event that is on disk"),
    .required("events", .array(.named(.event)), "what was appended"),
  ]

  /// The members printed by `diff`, and by other commands in addition to their own.
  static let diff = Member.required("diff", .array(.named(.change)), "what is different")
}
