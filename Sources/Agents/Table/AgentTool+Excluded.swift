/// The commands that agents do not have.
extension AgentTool {
  /// The reasons why commands are not tools, by the names of the commands.
  static let excluded: [String: String] = {
    var reasons: [String: String] = [:]
    for (names, reason) in groups { for name in names { reasons[name] = reason } }
    return reasons
  }()

  private static let groups: [([String], String)] = [
    (
      [
        "page start", "page commit", "page title", "page loaded", "page failed", "page redirect",
        "page push", "page replace", "page location", "page scroll", "page thumbnail",
        "page activated", "follow", "reload", "stop", "home",
      ], "Only a program that shows pages reports or performs this."
    ),
    (
      [
        "backup", "recover", "compact", "verify", "stats", "report", "import", "export", "inspect",
        "record", "replay", "live",
      ],
      "The user takes care of the profile and its files."
    ),
    (["sync", "devices", "take", "send"], "Other devices belong to the user."),
    (
      ["serve", "quit", "source", "alias", "color", "complete", "completions", "help", "when"],
      "The command is for a console."
    ),
    (["at", "now", "step", "switch"], "Each call has “at” and “branch” instead."),
    (["next", "previous"], "The command depends on positions and on the active tab."),
    (["approve", "decline"], "Only the user decides about a proposal."),
    (["runs", "whatif", "resolve", "address"], "Another tool answers this."),
    (
      [
        "duplicate", "bookmark open", "zoom in", "zoom out", "zoom reset", "zoom default",
        "zoom sites", "window name", "window place",
      ],
      "The command is rare, or another tool does the same."
    ),
    (
      ["set", "values", "value get", "value set", "value remove"],
      "Settings and the values of other programs belong to the user."
    ),
  ]

  /// Returns the reason why a command is not a tool, or nil if there is none.
  static func reasonForExcluding(_ command: String) -> String? {
    if let reason = excluded[command] { return reason }
    let family = command.split(separator: " ").first.map(String.init) ?? command
    return ["sync", "live"].contains(family) ? excluded[family] : nil
  }
}
