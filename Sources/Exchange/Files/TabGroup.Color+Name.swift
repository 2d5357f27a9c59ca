internal import BrowserModel

extension TabGroup.Color {
  /// The colour that browsers call so; grey where there is none of that name.
  init(named name: String) { self = Self.allCases.first { "\($0)" == name } ?? .grey }
}
