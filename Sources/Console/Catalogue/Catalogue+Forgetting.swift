internal import BrowserModel
internal import Session

extension Catalogue {
  static let forgetting: [Command<Shell, Answer>] = [forget, compact]

  private static let forget = command(
    CommandDeclaration(
      "forget", in: .data, .rewrites, "take pages out of the past for good",
      details: [
        "Their addresses, titles, pictures, and what was typed or searched for to reach them leave "
          + "every file of the profile, and lines about them leave the line history. Bookmarks and "
          + "zoom of a forgotten site go. Marks stay. It cannot be undone.",
        "--site takes a host and all hosts below it. --between takes what happened behind one "
          + "moment and up to another. --tab takes what was shown in a tab; the tab stays.",
        "It asks first; --yes answers. With --json: {\"forgotten\":{…}} with the counts.",
      ],
      takes: [.optional("url", .address, label: "URL")],
      options: [
        .value("site", "HOST", .word, "all pages of a site"),
        .values(
          "between", [.init("A", .point), .init("B", .point)],
          "all that happened between two moments"),
        .value("tab", "TAB", .reference, "all pages that a tab has shown"),
        .flag("all", "everything"),
        .flag("dry-run", "only say how much it would be"),
        .flag("yes", "do not ask"),
      ],
      exclusive: [["site", "between", "tab", "all"]],
      examples: [
        .init("forget https://example.com/gift", "one page"),
        .init("forget --site example.com --dry-run", "how much there is of a site"),
        .init("forget --between 120 180 --yes", "an hour, without being asked"),
        .init("forget --tab #4711", "what a tab has shown, open or closed"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.forget(
      shell.forgettingScope(arguments), isDryRun: arguments.has("dry-run"),
      assumesYes: arguments.has("yes"))
  }

  private static let compact = command(
    CommandDeclaration(
      "compact", in: .data, .rewrites, "make the profile's file as small as it can be",
      details: [
        "Others can go on using the profile; they wait for a moment. About as much free space is "
          + "needed as the file takes."
      ],
      examples: [.init("compact", "say how large it was, and is")])
  ) { shell, _ throws(CommandFailure) in try shell.compactAnswer() }
}
