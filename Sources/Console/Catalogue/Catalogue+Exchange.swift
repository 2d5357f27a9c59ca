extension Catalogue {
  static let exchange: [Command<Shell, Answer>] = [importing, exporting]

  private static let importing = command(
    CommandDeclaration(
      "import", in: .data, .writes, "bring in what another browser or program knows",
      details: [
        "Takes a file, or the folder of a browser's profile: windows, tabs with their histories, "
          + "what was closed, bookmarks, visits, the zoom of sites, each with its own time. The "
          + "format is found by what is in the file; nothing of the source is changed, and its "
          + "browser may be running.",
        "Firefox, Chromium and Safari with their sessions, histories and bookmarks; bookmark files in "
          + "HTML; Google Takeout; OneTab; Tab Session Manager; Raindrop; Pinboard; OPML; HTTP "
          + "archives.",
        "What is there already does not come again, so the same file twice adds nothing, and a newer "
          + "one adds what is new. What cannot be read is reported, and the rest comes in. All of it "
          + "is one action: one “undo” takes it back.",
        "Scripts, data, files and queries are no pages of the web: bookmarks of them are left out "
          + "unless --any-scheme is given. Notes of bookmarks are not kept.",
        "With --json: {\"import\":{…}} with the counts and the problems.",
      ],
      takes: [.required("file", .file)],
      options: [
        .value("format", "FORMAT", .word, "what the file is, if it is not found out"),
        .flag("dry-run", "only say how much it would be"),
        .value("into", "FOLDER", .folder, "put bookmarks into this folder"),
        .value("since", "POINT", .point, "only bookmarks and visits from then on"),
        .flag("any-scheme", "bookmarks of scripts, data, files and queries too"),
      ],
      examples: [
        .init("import ~/.mozilla/firefox/abc.default", "a profile of Firefox"),
        .init("import bookmarks.html --into Old", "bookmarks, into a folder"),
        .init("import places.sqlite --since @365d --dry-run", "how much the last year would be"),
      ])
  ) { shell, arguments throws(CommandFailure) in try shell.importAnswer(arguments) }

  /// What the other program can write.
  static let exportFormats = [
    "netscape", "chromium-bookmarks", "csv", "opml", "firefox-session", "firefox-session-packed",
    "onetab", "markdown", "events", "dot",
  ]

  private static let exporting = command(
    CommandDeclaration(
      "export", in: .data, .reads, "write what is here in another program's format",
      details: [
        "Bookmarks: netscape (HTML, for every browser), chromium-bookmarks, csv, opml. Windows, tabs "
          + "with their histories and what was closed: firefox-session, and firefox-session-packed, "
          + "which Firefox opens as sessionstore.jsonlz4. What is open: onetab; with the bookmarks, to "
          + "read: markdown.",
        "events is the whole log, an event a line, for “import” into a new profile: only pictures are "
          + "missing. dot is the trail of all pages as a graph. Private windows are never in it.",
        "Without a file it goes to standard output. A past moment is written as it was.",
      ],
      takes: [.required("format", .choice(exportFormats)), .optional("file", .file)],
      options: [.flag("replace", "a file that is there already is replaced")],
      examples: [
        .init("export netscape bookmarks.html", "bookmarks for any browser"),
        .init("export markdown", "what is open, to read"),
        .init("export events log.jsonl --replace", "the whole log"),
      ])
  ) { shell, arguments throws(CommandFailure) in try shell.exportAnswer(arguments) }
}
