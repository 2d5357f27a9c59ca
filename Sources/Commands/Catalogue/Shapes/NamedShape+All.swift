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
  static let window = NamedShape("Window") { .object(windowMembers) }
  static let tab = NamedShape("Tab") { .object(tabMembers) }
  static let history = NamedShape("History") { historyShape }
  static let group = NamedShape("Group") { .object(groupMembers) }
  static let closed = NamedShape("ClosedItem") { closedShape }
  static let bookmark = NamedShape("Bookmark") { bookmarkShape }
  static let settings = NamedShape("Settings") { .object(settingMembers) }
  static let forgettingItem = NamedShape("ForgettingItem") { .object(forgettingItemMembers) }
  static let refusal = NamedShape("Refusal") { refusalShape }

  private static let windowMembers: [JSONShape.Member] = [
    .required("id", .integer, "negative where it is private, as all ids"),
    .required("name", .string, "empty if it has no name"),
    .required("private", .boolean),
    .required("focused", .boolean),
    .required("state", .choice(Window.ShowState.allCases.map { "\($0)" })),
    .optional("left", .integer, "where it is on the screen, if that is known"),
    .optional("top", .integer), .optional("width", .integer), .optional("height", .integer),
    .required("activeTab", .integer, "its id"),
    .required("tabs", .array(.integer), "their ids, from left to right"),
  ]

  private static let tabMembers: [JSONShape.Member] = [
    .required("id", .integer, "what can be typed as “#4711”"),
    .required("windowId", .integer),
    .required("index", .integer, "its place in the window, from 0"),
    .required("active", .boolean), .required("pinned", .boolean), .required("muted", .boolean),
    .required("private", .boolean),
    .required("openerTabId", .nullable(.integer), "the tab that it was opened from"),
    .required("groupId", .nullable(.integer)),
    .required("status", .choice(Tab.Status.allCases.map { "\($0)" })),
    .optional("failure", .string, "why the page could not be loaded"),
    .required("openedAt", .nullable(.time), "when it was opened"),
    .required(
      "lastUsed", .nullable(.time), "when it was last gone to, or went to a page, while open"),
    .required("url", .string), .required("title", .string, "empty where none is known"),
    .required("address", .string, "what the address field shows"),
    .required("canGoBack", .boolean), .required("canGoForward", .boolean),
    .required("zoom", .number, "1.25 is 125 %"),
    .required("history", .named(.history)),
  ]

  private static let historyShape: JSONShape = .object([
    .required("index", .integer, "the current entry, from 0"),
    .required(
      "entries",
      .array(
        .object([
          .required("id", .integer), .required("url", .string), .required("title", .string),
          .optional("skippable", .flag, "whether Back passes it by"),
        ])), "the oldest first"),
  ])

  private static let groupMembers: [JSONShape.Member] = [
    .required("id", .integer), .required("windowId", .integer), .required("title", .string),
    .required("color", .choice(TabGroup.Color.allCases.map { "\($0)" })),
    .required("collapsed", .boolean),
  ]

  private static let closedShape: JSONShape = .object([
    .required("id", .integer, "what “reopen #4711” takes"),
    .required("kind", .choice(closedKinds)),
    .required("event", .integer, "the one that closed it; “reopen” takes it as well"),
    .optional("closedAt", .time, "when, in the browser that it was imported from if it was"),
    .required("windowId", .integer, "the window that it was closed in"),
    .optional("name", .string, "that of the window, if it closed with the tabs and had one"),
    .required(
      "tabs",
      .array(
        .object([
          .required("id", .integer),
          .required("index", .integer, "its place in the window, from 0"),
          .required("pinned", .boolean), .required("url", .string), .required("title", .string),
          .required("history", .named(.history)),
        ]))),
  ])

  static let closedKinds = [ClosedItem.Kind.tab, .tabs, .window].map { "\($0)" }

  private static let bookmarkShape: JSONShape = .anyOf([
    .object([
      .required("id", .integer), .required("kind", .choice(["bookmark"])),
      .required("title", .string), .required("url", .string),
      .required("tags", .array(.string)), .required("keyword", .nullable(.string)),
      .required("note", .nullable(.string)),
    ]),
    .object([
      .required("id", .integer), .required("kind", .choice(["folder"])),
      .required("title", .string), .required("note", .nullable(.string)),
      .required("children", .array(.named(.bookmark))),
    ]),
    .object([.required("id", .integer), .required("kind", .choice(["separator"]))]),
  ])

  /// `set NAME` shows one of them.
  private static let settingMembers: [JSONShape.Member] = Settings.Name.allCases.map { name in
    .optional("\(name)", .string, name == .historyLimit ? "values are as “set” takes them" : "")
  }

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

  /// The parts of a state that several commands print, each with its name.
  static let windows = Member.required("windows", .array(.named(.window)))
  static let tabs = Member.required("tabs", .array(.named(.tab)))
  static let groups = Member.required("groups", .array(.named(.group)))
  static let closed = Member.required("closed", .array(.named(.closed)), "the newest first")
  static let bookmarks = Member.required("bookmarks", .array(.named(.bookmark)))
  static let settings = Member.required("settings", .named(.settings))
  static let marks = Member.required("marks", .map(.integer), "events by the names of marks")
  static let zoomOfSites = Member.required(
    "zoom",
    .object([
      .required("default", .number, "1.25 is 125 %"),
      .required("sites", .map(.number), "by host"),
    ]))

  /// The members printed by `diff`, and by other commands in addition to their own.
  static let diff = Member.required("diff", .array(.named(.change)), "what is different")
}
