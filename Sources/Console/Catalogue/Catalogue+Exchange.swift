extension Catalogue {
  static let exchange: [Command<Shell, Answer>] = [importing]

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
}
