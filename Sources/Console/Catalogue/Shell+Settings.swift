internal import BrowserModel
internal import Session

/// What `set` shares.
extension Shell {
  /// A value as it is stored: an address is resolved first.
  func settingValue(
    _ name: Settings.Name, _ arguments: Arguments
  ) throws(CommandFailure) -> String {
    let text = arguments.text("value") ?? ""
    return name == .homePage ? try destination(text).url : text
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
