import BrowserModel

protocol NamedChange {}

extension NamedChange {
  /// The name of the case, without its values.
  var name: String { String("\(self)".prefix { $0 != "(" }) }
}
