package import CommandKit
internal import ExchangeFormats

/// Commands that connect the user's own browsers.
package enum LiveCommands {
  static let all: [ConsoleCommand] = [
    live, install, status, pause, resume, never, repair, writing, remove,
  ]

  package static let declarations = all.map(\.declaration)

  private static let live = command(
    CommandDeclaration(
      "live", in: .data, .needsNoProfile, "list the connected browsers",
      details: [
        "A connected browser is recorded while you use it: windows, tabs, groups, and the Back and "
          + "Forward lists of its tabs. The console can also change it: “close 3” closes a tab of "
          + "the browser, and “undo” takes back the last action, no matter where it happened. "
          + "“live install” connects a browser.",
        "Private windows are never recorded. Pages of the browser itself, such as its settings, "
          + "are recorded only with their address and title. “live never” excludes sites, and "
          + "“live pause” stops recording for a while.",
        "Several browsers may be recorded in the same profile, for example several profiles of "
          + "Firefox. Each has its own windows, and “windows” names the browser of each window. A "
          + "tab that is moved to a window of another browser is closed and opened there. A "
          + "window that the console opens is opened by the browser that had the focus last, or by "
          + "the only one that is connected. Bookmarks and zoom are shared.",
        "After a start, the list also contains the tabs of the previous session that the browser "
          + "has not restored. “live repair” reopens them.",
      ],
      answers: statusShape,
      examples: [.init("live", "whether your browsers are being recorded")]))

  private static let status = command(
    CommandDeclaration(
      "live status", in: .data, .needsNoProfile, "list the connected browsers", details: [],
      answers: statusShape,
      examples: [.init("live status", "the same as “live”")]))

  private static let install = command(
    CommandDeclaration(
      "live install", in: .data, .mayWrite, "connect a browser",
      details: [
        "Registers the program that records the browser, and writes the extension to a folder. The "
          + "answer names the step that is left in the browser itself, and what will be recorded. "
          + "Nothing outside your home folder is changed.",
        "Each browser has its own profile of Retrace, which has the browser's name and is next to "
          + "the default one. --profile chooses another one. To see the tabs of Firefox, use "
          + "“retrace --profile ~/.local/share/retrace/firefox”.",
        "A browser from Flatpak or Snap cannot start other programs, so it cannot be connected. A "
          + "package of your distribution may connect Firefox and Chromium for all users.",
      ],
      takes: [.required("browser", .choice(browsers))],
      options: [
        .value(
          "user-data-dir", "DIR", .file,
          "the folder that a Chromium browser is started with, if it is not the usual one")
      ],
      answers: installShape,
      examples: [
        .init("live install firefox", "record Firefox from now on"),
        .init("live install chromium --user-data-dir ~/work", "Chromium with another folder"),
      ]))

  private static let pause = command(
    CommandDeclaration(
      "live pause", in: .data, .needsNoProfile, "stop recording a browser for a while",
      details: [
        "Nothing is recorded until “live resume”, also after a restart of the browser. Without a "
          + "name, all connected browsers are paused. The button of the extension does the same.",
        "What you do meanwhile is not recorded later, except for the pages that are still open "
          + "then.",
      ],
      takes: [.optional("browser", .choice(browsers))],
      answers: pauseShape,
      examples: [
        .init("live pause", "pause all browsers"),
        .init("live pause firefox", "record nothing in Firefox for a while"),
      ]))

  private static let resume = command(
    CommandDeclaration(
      "live resume", in: .data, .needsNoProfile, "record a paused browser again", details: [],
      takes: [.optional("browser", .choice(browsers))],
      answers: pauseShape,
      examples: [.init("live resume firefox", "record Firefox again")]))

  private static let never = command(
    CommandDeclaration(
      "live never", in: .data, .needsNoProfile, "never record the pages of a site",
      details: [
        "From now on, neither the addresses nor the titles of the pages of HOST and its subdomains "
          + "are recorded, in any browser. Their tabs are recorded with the page “Not recorded”, "
          + "so Back, Forward and the order of tabs stay complete. A closed tab with such a page "
          + "is reopened empty. Addresses of other sites that mention the host are recorded.",
        "What was recorded before stays. To remove it, use “forget --site HOST” in the profile of "
          + "each browser: “retrace --profile ~/.local/share/retrace/firefox forget --site HOST”.",
        "Without a host, the command lists the sites. --remove takes a host off the list.",
      ],
      takes: [.optional("host", .site)],
      options: [.flag("remove", "record the pages of this host again")],
      answers: .object([neverMember]),
      examples: [
        .init("live never bank.example", "record nothing about this site"),
        .init("live never", "the sites that are never recorded"),
        .init("live never bank.example --remove", "record it again"),
      ]),
    values: { arguments in
      guard let host = arguments.text("host") else {
        guard !arguments.has("remove") else {
          throw CommandError(
            "missingArgument", "--remove requires a host. “live never” lists the hosts.",
            status: .usage)
        }
        return [:]
      }
      return ["host": try CommandContext.host(named: host)]
    })

  private static let repair = command(
    CommandDeclaration(
      "live repair", in: .data, .needsNoProfile, "reopen tabs that a browser has not restored",
      details: [
        "After its start, a browser is given 20 seconds to restore the tabs of the previous "
          + "session. The tabs that did not come back are reopened by this command: with their Back "
          + "and Forward lists where the browser still has them, otherwise with their page. “undo” "
          + "in the profile of the browser closes them again.",
        "Without a name, all running browsers are repaired. --dry-run only lists the tabs, as "
          + "“live” does.",
      ],
      takes: [.optional("browser", .choice(browsers))],
      options: [.flag("dry-run", "list the tabs, and reopen nothing")],
      answers: .thing(
        "repair",
        .array(
          .object([
            .required("browser", .string),
            .required("tabs", missingTabs, "the tabs that were, or would be, reopened"),
          ]))),
      examples: [
        .init("live repair --dry-run", "which tabs did not come back"),
        .init("live repair firefox", "reopen them in Firefox"),
      ]))

  private static let writing = command(
    CommandDeclaration(
      "live extension", in: .data, .needsNoProfile, "write the browser extension to a folder",
      details: [
        "The folder can be loaded into a browser (“Load unpacked”, or --load-extension), or packed. "
          + "“live install” does this for you."
      ],
      takes: [.required("dir", .file)],
      answers: .thing("extension", .object([.required("folder", .string)])),
      examples: [.init("live extension retrace-extension", "the files of the extension")]))

  private static let remove = command(
    CommandDeclaration(
      "live remove", in: .data, .needsNoProfile, "disconnect a browser",
      details: [
        "Removes everything that “live install” has written. The extension itself is removed in the "
          + "browser. What was recorded stays, and so does the list of “live never”."
      ],
      takes: [.required("browser", .choice(browsers))],
      answers: .thing("removed", .object([.required("browser", .string)])),
      examples: [.init("live remove firefox", "stop recording Firefox")]))

  private static let browsers = LiveBrowser.allCases.map(\.rawValue)

  private static let statusShape = JSONShape.object([
    .required(
      "live",
      .array(
        .object([
          .required("browser", .string),
          .required(
            "label", .string, "its name, with a number if several of its profiles are recorded"),
          .required("profile", .string, "the profile that it is recorded in"),
          .required("connected", .boolean),
          .required("paused", .boolean),
          .required(
            "missing", missingTabs, "the tabs of the previous session that it has not restored"),
          .required(
            "unknownPages", .integer, "earlier pages in lists that were not visited yet"),
          .required("notices", .array(.string), "what the browser could not do since it started"),
        ]))),
    neverMember,
  ])

  private static let missingTabs = JSONShape.array(
    .object([.required("title", .string), .required("url", .string)]))

  private static let neverMember = JSONShape.Member.required(
    "never", .array(.string), "the hosts whose pages are not recorded")

  private static let pauseShape = JSONShape.thing(
    "live", .array(.object([.required("browser", .string), .required("paused", .boolean)])))

  private static let installShape = JSONShape.thing(
    "installed",
    .object([
      .required("browser", .string), .required("profile", .string),
      .required("extension", .string, "the folder with the extension"),
      .required("connected", .boolean, "whether the browser is running and has the extension"),
    ]))

  /// Returns a command that the helper program performs.
  ///
  /// - Parameter values: Returns the values that replace typed values, by name.
  private static func command(
    _ declaration: CommandDeclaration,
    values: @escaping @Sendable (Arguments) throws -> [String: String] = { _ in [:] }
  ) -> ConsoleCommand {
    CommandCatalogue.command(declaration) { context, arguments in
      // Without a named profile, each browser gets its own.
      let call = try HelperCall.words(
        for: arguments, replacing: values(arguments), passesProfile: context.isProfileNamed,
        in: context)
      try HelperProcess(.live, call).wait()
      return .nothing
    }
  }
}
