internal import Addresses
internal import BrowserModel
internal import Store

/// What the address field shows of an address (A4): a URL with its host in Unicode where that is not
/// deceptive, shortened where there is little room; words as they are.
func displayText(_ address: String, width: Int? = nil) -> String {
  guard let url = URL(address), url.href == address else { return address }
  guard let width else { return displayText(of: url) }
  return displayText(of: url, width: width, suffixes: SystemSuffixes.suffixes)
}

/// Settings as they are typed and shown.
enum SettingText {
  /// The value in words, the default where nobody has set one.
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
    case .zoomLadder: ZoomLevel.ladder.map { "\($0.hundredths / 100)" }.joined(separator: " ")
    }
  }

  static func summary(_ name: Settings.Name) -> VisibleText {
    switch name {
    case .historyLimit: "entries that a tab keeps"
    case .searchTemplate: "where typed words are searched"
    case .homePage: "where “home” leads"
    case .searchEngines: "other search engines: KEYWORD=TEMPLATE …"
    case .zoomLadder: "steps of “zoom in” and “zoom out”, in percent"
    }
  }

  static func name(_ typed: String) -> Settings.Name? {
    Settings.Name.allCases.first { "\($0)".lowercased() == typed.lowercased() }
  }
}

extension ZoomLevel {
  /// As a person reads it: `125 %`, `33.3 %`.
  var percentText: String {
    let whole = hundredths / 100
    let tenths = (hundredths % 100) / 10
    return tenths == 0 ? "\(whole) %" : "\(whole).\(tenths) %"
  }
}
