import BrowserModel

protocol NamedChange {}

extension NamedChange {
  /// The name of the case, without what it carries.
  var name: String { String("\(self)".prefix { $0 != "(" }) }
}
