internal import Addresses
internal import BrowserModel
internal import RetraceStore

/// The text form of settings.
enum SettingText {
  /// Returns the value of a setting as text, or the default if the setting was not set.
  static func value(
    of name: Settings.Name, in settings: Settings, _ words: LogText
  ) -> String {
    settings.value(of: name, text: words) ?? standard(name)
  }

  static func standard(_ name: Settings.Name) -> String {
    switch name {
    case .historyLimit: "\(Settings.defaultHistoryLimit)"
    case .searchTemplate: SearchTemplate.standard.text
    case .homePage: Destination.startPage
    case .searchEngines: ""
    case .proposalDays: "\(Settings.defaultProposalDays)"
    case .zoomLadder: ZoomLevel.ladder.map { "\($0.hundredths / 100)" }.joined(separator: " ")
    }
  }

  static func name(_ typed: String) -> Settings.Name? {
    Settings.Name.allCases.first { "\($0)".lowercased() == typed.lowercased() }
  }
}
