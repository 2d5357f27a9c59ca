internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// Commands that report what a browser engine would report, so that a script can act as the engine.
enum PageCommands {
  static let all: [ConsoleCommand] = [
    start, commit, title, loaded, failed, redirect, push, replace, location, scroll, thumbnail,
    activated,
  ]

  private static let start = report(
    "page start", "a load began", as: "https://example.com/",
    takes: [.required("url", .address, label: "URL")],
    options: [.flag("typed", "the user typed the URL, and did not follow a link")], by: .page
  ) { context, tab, arguments throws in
    var destination = try context.target(arguments.text("url") ?? "", from: tab)
    if arguments.has("typed") { destination.transition = .typed }
    return .startLoad(tab.id, destination)
  }

  private static let commit = report("page commit", "the page that was loading has arrived") {
    _, tab, _ throws in .commitLoad(tab.id)
  }

  private static let redirect = report(
    "page redirect", "the page that was loading has arrived from another URL",
    as: "https://www.example.com/", takes: [.required("url", .address, label: "URL")]
  ) { context, tab, arguments throws in
    .commitLoad(
      tab.id, redirectedTo: [try context.target(arguments.text("url") ?? "", from: tab).url])
  }

  private static let title = report(
    "page title", "the page has a title", as: "Example Domain",
    takes: [.required("title", .text)], by: .page
  ) { _, tab, arguments throws in
    .reportTitle(tab.id, arguments.text("title") ?? "")
  }

  private static let loaded = report("page loaded", "the page is complete") {
    _, tab, _ throws in .finishLoad(tab.id)
  }

  private static let failed = report(
    "page failed", "the load failed", as: "server not found", takes: [.required("reason", .text)]
  ) { _, tab, arguments throws in
    .failLoad(tab.id, reason: arguments.text("reason") ?? "")
  }

  private static let push = following(
    "page push", "the page gave itself a new address (history.pushState)", as: "/inbox/2",
    .pushState)
  private static let replace = following(
    "page replace", "the page changed its address (history.replaceState)", as: "?sort=date",
    .replaceState)
  private static let location = following(
    "page location",
    "the page replaced itself with another "
      + "page (location.replace)", as: "/login", .replace)

  private static let scroll = report(
    "page scroll", "the page was left at the scroll position X, Y", as: "0 640",
    takes: [.required("x", .integer), .required("y", .integer)], by: .page
  ) { _, tab, arguments throws in
    guard let x = arguments.integer("x").flatMap({ Int32(exactly: $0) }),
      let y = arguments.integer("y").flatMap({ Int32(exactly: $0) })
    else {
      throw CommandError(
        "outOfRange", "X and Y must be between \(Int32.min) and \(Int32.max) pixels.")
    }
    return .reportScroll(tab.id, x: x, y: y)
  }

  private static let activated = report("page activated", "the user interacted with the page") {
    _, tab, _ throws in .reportActivation(tab.id)
  }

  private static let thumbnail = CommandCatalogue.command(
    CommandDeclaration(
      "page thumbnail", in: .pageReports, .writes, "a picture of the page was taken",
      details: ["A PNG, JPEG, WebP or GIF of at most 4 MiB."],
      takes: [.required("file", .file)], options: [tabOption],
      examples: [.init("page thumbnail page.png", "store this picture of the page")])
  ) { context, arguments throws in
    let tab = try context.tab(arguments.reference("tab"))
    let file = arguments.text("file") ?? ""
    let bytes = try FileContents.read(file, limitBytes: Store.largestPictureBytes)
    guard PictureFormat(bytes) != nil else {
      throw CommandError("notAPicture", "“\(file)” is not a PNG, JPEG, WebP or GIF picture.")
    }
    let performed = try context.write { store in
      try store.reportPicture(tab.id, bytes, by: context.origin(.engine), if: context.precondition)
    }
    return context.answer(performed, context.sentence("stored a picture of", tab.id))
  }

  private static let tabOption = CommandOption.value(
    "tab", "TAB", .tab, "the tab; by default the active one")

  /// Returns a command that reports something about one tab.
  private static func report(
    _ name: String, _ summary: String, as example: String = "", takes parameters: [Parameter] = [],
    options: [CommandOption] = [], by actor: Event.Actor = .engine,
    _ action:
      @escaping @Sendable (inout CommandContext, Tab, Arguments) throws -> Action
  ) -> ConsoleCommand {
    CommandCatalogue.command(
      CommandDeclaration(
        name, in: .pageReports, .writes, summary, takes: parameters, options: [tabOption] + options,
        examples: [
          .init(example.isEmpty ? name : "\(name) \(example)", "of the active tab"),
          .init("\(name) --tab 2\(example.isEmpty ? "" : " " + example)", "of the second tab"),
        ])
    ) { context, arguments throws in
      let tab = try context.tab(arguments.reference("tab"))
      let performed = try context.report(try action(&context, tab, arguments), by: actor)
      return context.answer(performed, context.sentence("updated", tab.id))
    }
  }

  /// Returns a command that reports a navigation started by the page.
  private static func following(
    _ name: String, _ summary: String, as example: String, _ manner: Following.Manner
  ) -> ConsoleCommand {
    report(
      name, summary, as: example, takes: [.required("url", .address, label: "URL")],
      options: [.flag("no-activation", "the user had not interacted with the page")], by: .page
    ) { context, tab, arguments throws in
      var destination = try context.target(arguments.text("url") ?? "", from: tab)
      destination.transition = .script
      return .follow(
        tab.id, destination, Following(manner, hasActivation: !arguments.has("no-activation")))
    }
  }
}
