internal import Addresses
internal import BrowserModel
internal import Store

/// What `set` shares.
extension Shell {
  /// A value as it is stored: an address is resolved first, and templates have to be some.
  func settingValue(
    _ name: Settings.Name, _ arguments: Arguments
  ) throws(CommandFailure) -> String {
    let text = arguments.text("value") ?? ""
    switch name {
    case .homePage: return try destination(text).url
    case .searchTemplate:
      guard SearchTemplate(text) != nil else {
        throw CommandFailure(
          "invalidValue", "A search template is a URL with {searchTerms} in it.")
      }
    case .searchEngines: try checkEngines(text)
    case .historyLimit, .zoomLadder: break
    }
    return text
  }

  private func checkEngines(_ line: String) throws(CommandFailure) {
    do throws(SearchEngineList.Fault) {
      _ = try SearchEngineList(line)
    } catch {
      switch error {
      case .noEngine(let piece):
        throw CommandFailure(
          "invalidValue", "“\(piece)” is no KEYWORD=TEMPLATE with {searchTerms} in the template.")
      case .twice(let keyword):
        throw CommandFailure("invalidValue", "Two search engines have the keyword “\(keyword)”.")
      }
    }
  }

  func settingsAnswer() throws(CommandFailure) -> Answer {
    try view { words in
      if printsJSON { return Answer { json(words).settings(&$0) } }
      var table = Table([.left, .left, .left])
      for name in Settings.Name.allCases {
        table.add([
          style.apply(.bold, to: VisibleText(naming: name)),
          VisibleText(SettingText.value(of: name, durableBrowser, words)),
          style.apply(.dim, to: SettingText.summary(name)),
        ])
      }
      return Answer(table, width: presentation.columns)
    }
  }
}
