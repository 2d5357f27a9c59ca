internal import BrowserModel
internal import Store

extension Catalogue {
  static let forgetting: [Command<Shell, Answer>] = [forget, compact]

  private static let forget = command(
    CommandDeclaration(
      "forget", in: .data, .rewrites, "take pages out of the past for good",
      details: [
        "Their addresses, titles, pictures, and what was typed or searched for to reach them leave "
          + "every file of the profile, and lines of this profile about them leave the line history. "
          + "Bookmarks and zoom of a forgotten site go. It cannot be undone.",
        "A URL is that page alone, with whatever stands behind its #. --under takes a URL and all "
          + "below it, piece by piece: --under https://example.com/a takes /a, /a?x and /a/b, and not "
          + "/ab. --site takes a host and all hosts below it. --between takes all that was written "
          + "behind one moment and up to another, names of marks and branches, too. --tab takes what "
          + "was shown in a tab; the tab stays.",
        "Pages that have the address inside of their own, as in ?u=https%3A%2F%2Fexample.com, lose "
          + "these bytes and stay. Where others mention the name of a site, in titles, tags, "
          + "keywords, folders, and names of marks and branches, it stays: the answer says where, and "
          + "--mentions takes it as well.",
        "--all takes every word: names of marks and branches, too. A branch is then called by its id. "
          + "All lines of this profile go, and those of which nobody knows whose they are, because "
          + "an older version kept them.",
        "It asks first; --yes answers. Where lines have to stay, because their file cannot be "
          + "written, it says so and ends with status 1.",
        "With --json: {\"sequence\":N,\"events\":[…],\"forgotten\":{…},\"lines\":N,\"mentions\":[…]}, and "
          + "with --dry-run \"items\":[{\"kind\":…,\"text\":…,\"events\":N}].",
      ],
      takes: [.optional("url", .address, label: "URL")],
      options: [
        .value("under", "URL", .word, "a URL and all below it"),
        .value("site", "HOST", .word, "all pages of a site"),
        .values(
          "between", [.init("A", .point), .init("B", .point)],
          "all that happened between two moments"),
        .value("tab", "TAB", .reference, "all pages that a tab has shown"),
        .flag("all", "everything"),
        .flag("mentions", "with --site: its name in what others say, too"),
        .flag("dry-run", "only list what it would be"),
        .flag("yes", "do not ask"),
      ],
      exclusive: [["under", "site", "between", "tab", "all"]],
      examples: [
        .init("forget https://example.com/gift", "one page"),
        .init("forget --under https://example.com/gifts", "that page and all below it"),
        .init("forget --site example.com --dry-run", "list what there is of a site"),
        .init("forget --between 120 180 --yes", "an hour, without being asked"),
        .init("forget --tab #4711", "what a tab has shown, open or closed"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.forget(
      shell.forgettingRequest(arguments), isDryRun: arguments.has("dry-run"),
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
