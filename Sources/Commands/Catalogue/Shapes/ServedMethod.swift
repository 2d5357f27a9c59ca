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
        .optional("name", .string, "the name shown in the log"),
      ],
      result: greeting.shapes),
    ServedMethod(
      name: "subscribe",
      summary: "receive notifications “changed” with sequence, commits and changes",
      parameters: [
        .optional(
          "since", .integer,
          "the newest event that the client knows; by default, the newest event of the log"),
        .optional("cursor", .string, "continue from this cursor"),
      ], result: start.shapes),
    ServedMethod(
      name: "unsubscribe", summary: "stop receiving changes", parameters: [], result: []),
    ServedMethod(
      name: "acknowledge", summary: "store the position of a cursor",
      parameters: [
        .required("cursor", .string), .required("through", .integer, "the newest processed event"),
      ], result: []),
    ServedMethod(
      name: "engine",
      summary: "show pages: receive the commands for views, as the result and in “engine” "
        + "notifications",
      parameters: [
        .optional(
          "shown", .array(.integer),
          "the visible tabs; by default, the active tab of each window")
      ], result: EngineCommandAnswer.list.shapes),
    ServedMethod(
      name: "report", summary: "report an event in a view, which updates the session",
      parameters: [
        .required("tab", .integer),
        .required("number", .integer, "the number of the report, larger than all previous numbers"),
        .required("command", .integer, "the newest command that the view had begun"),
        .required("news", .choice(EngineReport.ViewEvent.names)),
        .optional("url", .string, "the URL being loaded, for “started” and “redirected”"),
        .optional("isByPage", .boolean, "whether a link, a script or a form started the load"),
        .optional("items", .array(item(with: [.required("url", .string)])), "the view's own list"),
        .optional("index", .integer, "the item whose page is shown"),
        .optional(
          "hasActivation", .boolean,
          "whether the user had interacted with the "
            + "page before"),
        .optional("item", item(with: []), "for “titled” and “scrolled”"),
        .optional("title", .string), .optional("reason", .string, "for “failed”"),
        .optional("x", .integer, "for “scrolled”, in CSS pixels"), .optional("y", .integer),
      ],
      result: followed.shapes),
    ServedMethod(
      name: "cancel", summary: "cancel a request that has not begun",
      parameters: [.required("id", .anyOf([.integer, .string]), "the id of the request")],
      result: cancelled.shapes),
  ]

  /// The result of `hello`.
  package static let greeting = AnswerMembers<
    (version: Int, profile: String?, isReadOnly: Bool, newest: EventID)
  > { answer in
    answer.member("version", "the chosen version") { $0.version }
    answer.member("program") { _ in "retrace \(Release.version)" }
    answer.member("profile") { $0.profile }
    answer.member("readOnly") { $0.isReadOnly }
    answer.member("sequence", "the newest event") { $0.newest }
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

  /// The result of `cancel`.
  package static let cancelled = AnswerMembers<Bool>("cancelled")

  /// Returns an item of a view's list.
  private static func item(with members: [JSONShape.Member]) -> JSONShape {
    .object(EngineItem.ID.members.shapes + members)
  }

  /// Whether a method that is not a command has this name.
  package static func isOne(_ name: String) -> Bool { all.contains { $0.name == name } }

  /// The arguments that all commands accept in addition to their own.
  package static let ofCommands: [JSONShape.Member] = [
    .optional(
      "ifAt", .integer,
      "refuse the command if something that it refers to changed after "
        + "this event"),
    .optional("key", .string, "perform the command only once, no matter how often it is sent"),
  ]

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
    case "import", "export", "record", "replay",
      _ where command.hasPrefix("sync") || command.hasPrefix("live"):
      "Run it separately: several programs may use one profile."
    default: nil
    }
  }
}
