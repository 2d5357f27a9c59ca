package import CommandKit
internal import ExchangeFormats

/// Commands that connect the user's own browsers.
package enum LiveCommands {
  static let all: [ConsoleCommand] = [live, install, status, writing, remove]

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
          + "are recorded only with their address and title.",
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
          + "answer names the step that is left in the browser itself. Nothing outside your home "
          + "folder is changed.",
        "Each browser has its own profile of Retrace, which has the browser's name and is next to "
          + "the default one. --profile chooses another one. To see the tabs of Firefox, use "
          + "“retrace --profile ~/.local/share/retrace/firefox”.",
        "A browser from Flatpak or Snap cannot start other programs, so it cannot be connected.",
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
          + "browser. What was recorded stays."
      ],
      takes: [.required("browser", .choice(browsers))],
      answers: .thing("removed", .object([.required("browser", .string)])),
      examples: [.init("live remove firefox", "stop recording Firefox")]))

  private static let browsers = LiveBrowser.allCases.map(\.rawValue)

  private static let statusShape = JSONShape.thing(
    "live",
    .array(
      .object([
        .required("browser", .string),
        .required("profile", .string, "the profile that it is recorded in"),
        .required("connected", .boolean),
        .required("unknownPages", .integer, "earlier pages in lists that were never visited"),
        .required("notices", .array(.string), "what the browser could not do since it started"),
      ])))

  private static let installShape = JSONShape.thing(
    "installed",
    .object([
      .required("browser", .string), .required("profile", .string),
      .required("extension", .string, "the folder with the extension"),
    ]))

  /// A command that the helper program performs.
  private static func command(_ declaration: CommandDeclaration) -> ConsoleCommand {
    CommandCatalogue.command(declaration) { context, arguments in
      // Without a named profile, each browser gets its own.
      let call = try HelperCall.words(
        for: arguments, passesProfile: context.isProfileNamed, in: context)
      try HelperProcess(.live, call).wait()
      return .nothing
    }
  }
}
