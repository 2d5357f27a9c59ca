internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// The settings as JSON, or only some of them.
struct SettingsAnswer: AnswerObject {
  let state: ProfileState
  let words: LogText
  var names = Settings.Name.allCases

  static let shape = JSONShape.named(.settings)
  static let members = AnswerMembers<Self> { settings in
    for name in Settings.Name.allCases {
      let summary = name == .historyLimit ? "values are written as “set” accepts them" : ""
      settings.optional("\(name)", summary) { settings in
        settings.names.contains(name)
          ? SettingText.value(of: name, in: settings.state.settings(with: name), settings.words)
          : nil
      }
    }
  }
  static let answer = AnswerMembers<Self>("settings")
}
