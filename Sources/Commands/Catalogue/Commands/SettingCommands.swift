internal import Addresses
internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// Commands about the settings.
enum SettingCommands {
  static let all: [ConsoleCommand] = [set]

  private static let set = CommandCatalogue.command(
    CommandDeclaration(
      "set", in: .settings, .mayWrite, "list the settings, show one, or set one",
      details: HelpTopic.eachSetting.map { "\($0.0): \($0.1)." },
      takes: [.optional("name", .setting), .optional("value", .text)],
      options: [.flag("default", "reset the setting to its default value")],
      answers: .anyOf([SettingsAnswer.answer.shape, .written]),
      examples: [
        .init("set", "list the settings"),
        .init(
          "set "
            + "searchTemplate https://example.com/?q={searchTerms}", "use another search engine"),
        .init(
          "set searchEngines w=https://en.wikipedia.org/wiki/?search={searchTerms}",
          "search Wikipedia with “go w event log” or “go !w event log”"),
        .init("set historyLimit --default", "restore the default"),
      ])
  ) { context, arguments throws in
    let isShown = arguments.text("value") == nil && !arguments.has("default")
    if isShown { try context.refuseMissingProfile() }
    guard let typed = arguments.text("name") else { return try settingsAnswer(in: context) }
    guard let name = SettingText.name(typed) else {
      let names = Settings.Name.allCases.map { "\($0)" }
      let hint =
        Nearest.name(to: typed, among: names).map { "; did you mean “\($0)”?" }
        ?? "; “set” lists them."
      throw CommandError("noSuchSetting", "There is no setting “\(typed)”\(hint)")
    }
    if isShown {
      let state = try context.readState()
      return try context.read { words in
        if context.printsJSON {
          let settings = SettingsAnswer(state: state, words: words, names: [name])
          return Answer(json: settings, SettingsAnswer.answer)
        }
        return Answer(
          SafeText(SettingText.value(of: name, in: state.settings(with: name), words)))
      }
    }
    let value = arguments.has("default") ? nil : try settingValue(name, arguments, in: context)
    let performed = try context.perform(.set(name, value))
    return context.answer(
      performed, "\(SafeText(naming: name)) is \(value ?? SettingText.standard(name))")
  }

  /// Returns a value in the form in which it is stored. Addresses are resolved, and templates must
  /// be valid.
  private static func settingValue(
    _ name: Settings.Name, _ arguments: Arguments, in context: CommandContext
  ) throws -> String {
    let text = arguments.text("value") ?? ""
    switch name {
    case .homePage:
      let destination = try context.destination(text)
      guard destination.searchWords == nil else {
        throw CommandError("invalidAddress", "“\(text)” is not a URL.")
      }
      return destination.url
    case .searchTemplate:
      guard SearchTemplate(text) != nil else {
        throw CommandError(
          "invalidValue", "A search template must be a URL that contains {searchTerms}.")
      }
    case .searchEngines: try checkEngines(text)
    case .historyLimit, .zoomLadder, .proposalDays: break
    }
    return text
  }

  /// Throws an error if a list of search engines is invalid.
  private static func checkEngines(_ line: String) throws {
    do {
      _ = try SearchEngineList(line)
    } catch {
      switch error {
      case .noEngine(let piece):
        throw CommandError(
          "invalidValue",
          "“\(piece)” is not KEYWORD=TEMPLATE, with {searchTerms} in the template.")
      case .twice(let keyword):
        throw CommandError("invalidValue", "Two search engines have the keyword “\(keyword)”.")
      }
    }
  }

  /// Returns the answer of `set` about all settings.
  private static func settingsAnswer(in context: CommandContext) throws -> Answer {
    let state = try context.readState()
    return try context.read { words in
      if context.printsJSON {
        return Answer(json: SettingsAnswer(state: state, words: words), SettingsAnswer.answer)
      }
      var table = Table([.left, .left])
      for name in Settings.Name.allCases {
        let value = SettingText.value(of: name, in: state.settings(with: name), words)
        table.add([
          context.style.apply(.bold, to: SafeText(naming: name)),
          value.isEmpty ? context.style.apply(.dim, to: "none") : SafeText(value),
        ])
      }
      let advice: SafeText = "“help set” describes each setting."
      return Answer(
        lines: table.text(width: context.presentation.columns)
          + context.style.apply(.dim, to: advice) + "\n")
    }
  }
}
