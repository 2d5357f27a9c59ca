package import BrowserModel
package import CommandKit
internal import EngineDialogue
package import RetraceStore

/// A method of the protocol that is not a command. Also defines the additional arguments of
/// commands.
package struct ServedMethod {
  let name: String
  /// A description of the method's effect, without a capital and a full stop.
  let summary: String
  let parameters: [JSONShape.Member]
  let result: [JSONShape.Member]

  static let all = [
    ServedMethod(
      name: "hello",
      summary: "the first message: the name of the program, and the supported "
        + "versions",
      parameters: [
        .required("versions", .array(.integer), "the supported versions of the protocol"),
        .optional(
          "name", .string,
          "the name shown in the log: 1 to 40 characters, but not “user”, “page”, "
            + "“engine”, “import” or “policy”"),
        .optional(
          "private", .boolean,
          "whether the client may open private windows, which are stored only in the memory of the "
            + "server and never on disk"),
        .optional("run", .integer, "continue this run of the program, after a reconnection"),
      ],
      result: greeting.shapes),
    ServedMethod(
      name: "rpc.discover", summary: "describe all methods, even before “hello”", parameters: [],
      result: [
        .required("openrpc", .string, "the version of OpenRPC"),
        .required("info", .anyObject), .required("methods", .array(.anyObject)),
        .required("x-commands", .array(.anyObject), "the commands that are not served"),
        .required("components", .anyObject, "the shapes that the methods share"),
      ]),
    ServedMethod(
      name: "perform", summary: "perform several commands as one action, which one undo reverts",
      parameters: [
        .optional("name", .string, "the name of the action in the log: 1 to 100 bytes"),
        .required(
          "commands",
          .array(
            .object([
              .required("method", .string, "a command that acts, such as “pin” or “close”"),
              .optional("params", .anyObject, "its arguments"),
            ])),
          "the commands in their order; all of them refer to things that exist before the first one"
        ),
        ifAt, key, branch,
      ], result: Answer.writtenMembers().shapes),
    ServedMethod(
      name: "undoTitles", summary: "describe the actions that “undo” and “redo” would revert",
      parameters: [branch], result: undoTitles.shapes),
    ServedMethod(
      name: "subscribe",
      summary: "receive notifications “changed” with sequence, commits and changes",
      parameters: [
        .optional(
          "since", .integer,
          "the newest event that the client knows; by default, the newest event of the log"),
        .optional("cursor", .string, "continue from this cursor"), branch,
      ], result: start.shapes),
    ServedMethod(
      name: "unsubscribe", summary: "stop receiving changes", parameters: [], result: []),
    ServedMethod(
      name: "acknowledge", summary: "store the position of a cursor",
      parameters: [
        .required("cursor", .string, "its name: 1 to 100 bytes"),
        .required("through", .integer, "the newest processed event"),
      ], result: []),
    ServedMethod(
      name: "openSession",
      summary:
        "record that a front end with an engine has started, and return how the last run ended",
      parameters: [.required("frontEnd", .string, "its name: 1 to 100 bytes")],
      result: session.shapes),
    ServedMethod(
      name: "endSession", summary: "record that the front end has ended normally", parameters: [],
      result: []),
    ServedMethod(
      name: "engine",
      summary: "show pages: receive the commands for views, as the result and in “engine” "
        + "notifications",
      parameters: [
        .optional(
          "shown", .array(.integer),
          "the visible tabs; by default, the active tab of each window"), branch,
      ], result: EngineCommandAnswer.list.shapes),
    ServedMethod(
      name: "report", summary: "report an event in a view, which updates the session",
      parameters: [
        .required("tab", .integer, "the tab of the view"),
        .required("number", .integer, "the number of the report, larger than all previous numbers"),
        .required("command", .integer, "the newest command that the view had begun"),
        .required("news", .choice(EngineReport.ViewEvent.names), "what happened"),
        .optional("url", .string, "the URL being loaded, for “started” and “redirected”"),
        .optional("isByPage", .boolean, "whether a link, a script or a form started the load"),
        .optional("items", .array(item(with: [.required("url", .string)])), "the view's own list"),
        .optional("index", .integer, "the item whose page is shown"),
        .optional(
          "hasActivation", .boolean,
          "whether the user had interacted with the "
            + "page before"),
        .optional("item", item(with: []), "for “titled” and “scrolled”"),
        .optional("title", .string, "for “titled”"), .optional("reason", .string, "for “failed”"),
        .optional("x", .integer, "for “scrolled”, in CSS pixels"),
        .optional("y", .integer, "for “scrolled”, in CSS pixels"),
      ],
      result: followed.shapes),
    ServedMethod(
      name: "cancel", summary: "cancel a request that has not begun",
      parameters: [.required("id", .anyOf([.integer, .string]), "the id of the request")],
      result: cancelled.shapes),
  ]

  /// The result of `hello`.
  package static let greeting = AnswerMembers<
    (version: Int, profile: String?, isReadOnly: Bool, newest: EventID, run: UInt32)
  > { answer in
    answer.member("version", "the chosen version") { $0.version }
    answer.member("program") { _ in "retrace \(Release.version)" }
    answer.member("profile") { $0.profile }
    answer.member("readOnly") { $0.isReadOnly }
    answer.member("sequence", "the newest event") { $0.newest }
    answer.member("run", "the number of this run in the log; programs with the same name differ") {
      $0.run
    }
  }

  /// The result of `subscribe`.
  package static let start = AnswerMembers<EventID>(
    "sequence",
    "the event after which the changes "
      + "begin")

  /// The result of `report`: the reason why the report was dropped, the written events, and the
  /// commands for views.
  package static let followed =
    AnswerMembers<String?>("dropped", "why the report no longer applies to the view")
    .and(Answer.writtenMembers()).and(EngineCommandAnswer.list)

  /// The beginning of a run of a front end, and the end of the previous run.
  package struct OpenedSession: Sendable {
    package let sequence: EventID
    package let hasCrashed: Bool
    package let isSuspect: Bool
    package let suspectTab: TabID?

    package init(sequence: EventID, hasCrashed: Bool, isSuspect: Bool, suspectTab: TabID?) {
      self.sequence = sequence
      self.hasCrashed = hasCrashed
      self.isSuspect = isSuspect
      self.suspectTab = suspectTab
    }
  }

  /// The result of `openSession`.
  package static let session = AnswerMembers<OpenedSession> { session in
    session.member("sequence", "the event of this start") { $0.sequence }
    session.member("crashed", "whether the previous run did not end normally") { $0.hasCrashed }
    session.member(
      "suspect",
      "whether restoring the tabs is likely to crash again, because two runs crashed within a minute; "
        + "show the start page, and ask the user"
    ) { $0.isSuspect }
    session.member("suspectTab", "the tab that was loading before these crashes, or null") {
      $0.suspectTab
    }
  }

  /// The result of `undoTitles`.
  package static let undoTitles = AnswerMembers<(undo: String?, redo: String?)> { titles in
    titles.member("undo", "null if there is nothing to undo") { $0.undo }
    titles.member("redo", "null if there is nothing to redo") { $0.redo }
  }

  /// The result of `cancel`.
  package static let cancelled = AnswerMembers<Bool>("cancelled")

  /// Returns an item of a view's list.
  private static func item(with members: [JSONShape.Member]) -> JSONShape {
    .object(EngineItem.ID.members.shapes + members)
  }

  /// Whether a method that is not a command has this name.
  package static func isOne(_ name: String) -> Bool { all.contains { $0.name == name } }

  private static let ifAt = JSONShape.Member.optional(
    "ifAt", .integer, "refuse the command if something that it refers to changed after this event")
  private static let key = JSONShape.Member.optional(
    "key", .string, "perform the command only once, no matter how often it is sent")
  private static let branch = JSONShape.Member.optional(
    "branch", .string, "use this branch instead of the client's branch")

  /// Returns the names of the arguments that a command accepts in addition to its own.
  package static func addedNames(of declaration: CommandDeclaration) -> [String] {
    var names = ["ifAt", "key"]
    if declaration.effect != .steers { names += ["at", "branch"] }
    if pagedLists.contains(declaration.name) { names.append("limit") }
    if isPaged(declaration) { names.append("after") }
    if declaration.effect == .reads { names.append("fields") }
    return names
  }

  /// Returns the arguments that a command accepts in addition to its own.
  package static func addedParameters(of declaration: CommandDeclaration) -> [JSONShape.Member] {
    var members = [ifAt, key]
    if declaration.effect != .steers {
      members += [
        .optional(
          "at", .anyOf([.integer, .string]),
          "read this moment, which is the number of an event, a time, a mark or a branch"), branch,
      ]
    }
    if pagedLists.contains(declaration.name) {
      members.append(.optional("limit", .integer, "at most this many rows, from 1"))
    }
    if isPaged(declaration) {
      members.append(
        .optional(
          "after", .string,
          "continue a list: the “next” of its last part. The rest of the list is that of the moment "
            + "at which it began, so no row is repeated or missing"))
    }
    if ListedRows(declaration) != nil {
      members.append(
        .optional("fields", .array(.string), "only these members of each row; others are absent"))
    }
    return members
  }

  /// The lists without a limit of their own, which programs can read in parts.
  package static let pagedLists: Set<String> = ["tabs", "windows", "groups", "bookmarks"]
  /// The lists with a limit of their own, which programs can also read in parts.
  package static let limitedLists: Set<String> = ["log", "visits", "closed", "find"]

  /// Whether programs can read the list of a command in parts.
  package static func isPaged(_ declaration: CommandDeclaration) -> Bool {
    pagedLists.contains(declaration.name) || limitedLists.contains(declaration.name)
  }

  /// The members added to the answer that contains a part of a list: the number of all rows, if the
  /// list has no limit of its own, and the reference to the next part.
  package static let page = AnswerMembers<(total: Int?, next: String?)> { page in
    page.optional("total", "the number of rows of the complete list") { $0.total }
    page.all(nextPart) { $0.next }
  }

  /// The reference to the next part of a list.
  package static let nextPart = AnswerMembers<String?> { page in
    page.optional("next", "the value of “after” for the next rows, if there are more") { $0 }
  }

  /// Returns the reason why a command is not available to programs, and the alternative. Returns
  /// nil if the command is available.
  package static func refusal(of command: String) -> String? {
    switch command {
    case "serve": "A server is running already."
    case "quit": "Close the connection to leave."
    case "source": "Send the commands one by one."
    case "alias": "An alias would have no effect: a method is called by its own name."
    case "color": "Answers have no colours."
    case "report": "This method reports an event in a view. Run “retrace report” separately."
    case "import", "export", "inspect", "record", "replay",
      _ where command.hasPrefix("sync") || command.hasPrefix("live"):
      "Run it separately: several programs may use one profile."
    default: nil
    }
  }
}
