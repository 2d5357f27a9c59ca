internal import BrowserModel
internal import CommandKit

/// The shape of a change in the JSON of ``Difference``. It is one of several objects, depending on
/// the kind of change.
enum ChangeShape {
  static let shape = JSONShape.anyOf(
    windows + tabs + entries + groups + closed + bookmarks + [
      .change(of: ["defaultZoom"], from: .number),
      .change(of: ["siteZoom"], [.required("site", .string)], from: .nullable(.number)),
      .change(
        of: ["setting"], [.required("name", .choice(Settings.Name.allCases.map { "\($0)" }))],
        from: .string),
      .change(
        of: ["value"],
        [
          .optional("window", .integer), .optional("tab", .integer), .optional("group", .integer),
          .required("name", .string),
          .optional("base64", .boolean, "whether the values are written as Base64"),
        ],
        from: .nullable(.string)),
    ])

  private typealias Member = JSONShape.Member

  private static let reference = JSONShape.nullable(.integer)

  private static let window = Member.required("window", .integer)
  private static let tab = Member.required("tab", .integer)
  private static let entry = Member.required("entry", .integer)
  private static let index = Member.required("index", .integer, "from 0")
  /// A page that may no longer be known.
  private static let page: [Member] = [.optional("url", .string), .optional("title", .string)]

  private static let windows: [JSONShape] = [
    .change(of: ["windowOpened", "windowClosed"], [window, index]),
    .change(of: ["windowMoved"], [window], from: .integer),
    .change(
      of: ["windowPlaced"], [window],
      from: .object([
        .required("left", .integer), .required("top", .integer), .required("width", .integer),
        .required("height", .integer),
      ])),
    .change(
      of: ["windowState"], [window], from: .choice(Window.ShowState.allCases.map { "\($0)" })),
    .change(of: ["windowFocused"], from: reference),
    .change(of: ["windowName"], [window], from: .string),
    .change(of: ["tabSelected"], [window], from: reference),
  ]

  private static let tabs: [JSONShape] = [
    .change(of: ["tabOpened", "tabClosed"], [tab, window, index] + page),
    .change(
      of: ["tabMoved"], [tab], from: .object([.required("window", reference), index])),
    .change(of: ["tabPinned"], [tab, .required("pinned", .boolean)]),
    .change(of: ["tabMuted"], [tab, .required("muted", .boolean)]),
    .change(of: ["tabGroup", "tabOpener"], [tab], from: reference),
    .change(
      of: ["tabEntry"], [tab], from: .object([.required("entry", reference)] + page)),
    .change(of: ["tabPending"], [tab], from: .nullable(.string)),
    .change(
      of: ["tabStatus"],
      [tab, .optional("failure", .string, "why the page could not be loaded")],
      from: .choice(Tab.Status.allCases.map { "\($0)" })),
    .change(of: ["tabZoom"], [tab], from: .nullable(.number)),
  ]

  private static let entries: [JSONShape] = [
    .change(of: ["entryAdded", "entryRemoved"], [tab, entry, index] + page),
    .change(of: ["entryURL", "entryTitle", "entryPicture"], [tab, entry], from: .string),
    .change(of: ["entryScroll"], [tab, entry], from: reference),
    .change(
      of: ["entryMarks"], [tab, entry],
      from: .object([.required("activated", .boolean), .required("skippable", .boolean)])),
  ]

  private static let group = Member.required("group", .integer)
  private static let colors = JSONShape.choice(TabGroup.Color.allCases.map { "\($0)" })

  private static let groups: [JSONShape] = [
    .change(
      of: ["groupAdded", "groupRemoved"],
      [group, .optional("title", .string), .optional("color", colors)]),
    .change(of: ["groupTitle"], [group], from: .string),
    .change(of: ["groupColor"], [group], from: colors),
    .change(of: ["groupCollapsed"], [group, .required("collapsed", .boolean)]),
  ]

  private static let item: [Member] = [
    .required("item", .integer, "the id that “reopen” accepts"),
    .required("event", .integer, "the event that closed the item"),
    .optional("itemKind", .choice(ClosedItem.Kind.allCases.map { "\($0)" })),
    .optional("tabs", .array(.integer), "the ids of the tabs"),
  ]

  private static let closed: [JSONShape] = [
    .change(of: ["closedAdded", "closedRemoved"], item + [index]),
    .change(of: ["closedChanged"], item),
  ]

  private static let bookmark = Member.required("bookmark", .integer)
  private static let folder = Member.required("folder", reference, "null at the top level")

  private static let bookmarks: [JSONShape] = [
    .change(
      of: ["bookmarkAdded", "bookmarkRemoved"],
      [
        bookmark, folder, index,
        .optional("type", .choice(Bookmark.Kind.allCases.map { "\($0)" })),
      ] + page),
    .change(of: ["bookmarkMoved"], [bookmark], from: .object([folder, index])),
    .change(
      of: ["bookmarkTitle", "bookmarkURL", "bookmarkKeyword", "bookmarkNote"], [bookmark],
      from: .string),
    .change(of: ["bookmarkTags"], [bookmark], from: .array(.string)),
  ]
}
