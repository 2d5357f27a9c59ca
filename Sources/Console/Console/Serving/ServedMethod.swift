/// A method of the protocol that is no command, and what commands take beside their own arguments.
struct ServedMethod {
  let name: String
  /// What it does, without a capital and a full stop.
  let summary: String
  let parameters: [JSONShape.Member]
  let result: [JSONShape.Member]

  static let all = [
    ServedMethod(
      name: "hello", summary: "the first message: who you are, and which versions you speak",
      parameters: [
        .required("versions", .array(.integer), "the versions of the protocol that you speak"),
        .optional("name", .string, "what you go by in the log"),
      ],
      result: [
        .required("version", .integer, "the one that is spoken"),
        .required("program", .string), .required("profile", .nullable(.string)),
        .required("readOnly", .boolean), .required("sequence", .integer, "the newest event"),
      ]),
    ServedMethod(
      name: "subscribe",
      summary: "be told of changes, by notifications “changed” with sequence, commits and changes",
      parameters: [
        .optional("since", .integer, "the newest event that you know; else the newest of all"),
        .optional("cursor", .string, "go on from where this cursor stands"),
      ], result: [.required("sequence", .integer, "where it begins")]),
    ServedMethod(
      name: "unsubscribe", summary: "be told no more", parameters: [], result: []),
    ServedMethod(
      name: "acknowledge", summary: "keep how far you have followed, by the name of a cursor",
      parameters: [
        .required("cursor", .string), .required("through", .integer, "the newest event you took"),
      ], result: []),
    ServedMethod(
      name: "cancel", summary: "drop a request that has not begun",
      parameters: [.required("id", .anyOf([.integer, .string]), "the id of the request")],
      result: [.required("cancelled", .boolean)]),
  ]

  /// What every command takes beside its own arguments.
  static let ofCommands: [JSONShape.Member] = [
    .optional("ifAt", .integer, "refuse it where something that it names changed after this event"),
    .optional("key", .string, "do it once, however often it is sent"),
  ]

  /// Why a command makes no sense between programs, and what to do instead; nil for all others.
  static func refusal(of command: String) -> String? {
    switch command {
    case "serve": "A server serves already."
    case "quit": "Close the connection to leave."
    case "source": "Send the commands one by one."
    case "alias": "A method has its own name."
    case "color": "There is nothing to colour."
    case "import", "export", "record", "replay":
      "It runs beside the server: several programs may use one profile."
    default: nil
    }
  }
}
