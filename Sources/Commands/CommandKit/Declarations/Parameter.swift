/// A place for an argument of a command.
package struct Parameter: Hashable, Sendable {
  /// The number of arguments a parameter takes.
  package enum Count: Hashable, Sendable {
    case one
    case oneOrNone
    case oneOrMore
    case any
  }

  /// The name under which ``Arguments`` has the value.
  package let name: String
  /// What a word means.
  package let kind: ValueKind
  /// The number it accepts.
  package let count: Count
  /// What the usage line shows: `TAB`.
  package let label: String
  /// Whether one word may name several things by their numbers, `3-7` or `#5,#7`, though no other word
  /// follows it.
  package let takesList: Bool

  /// `LABEL`: an argument that must be there.
  package static func required(
    _ name: String, _ kind: ValueKind, label: String? = nil
  ) -> Parameter {
    Parameter(name, kind, .one, label)
  }

  /// `LABEL`: one word that names a thing, or lists several by their numbers.
  package static func list(
    _ name: String, _ kind: ValueKind, label: String? = nil
  ) -> Parameter {
    Parameter(name, kind, .one, label, takesList: true)
  }

  /// `[LABEL]`: an argument that may be left out.
  package static func optional(
    _ name: String, _ kind: ValueKind, label: String? = nil
  ) -> Parameter {
    Parameter(name, kind, .oneOrNone, label)
  }

  /// `LABEL…` or `[LABEL…]`: all the words that are left.
  package static func repeated(
    _ name: String, _ kind: ValueKind, orNone: Bool = false, label: String? = nil
  ) -> Parameter {
    Parameter(name, kind, orNone ? .any : .oneOrMore, label)
  }

  private init(
    _ name: String, _ kind: ValueKind, _ count: Count, _ label: String?, takesList: Bool = false
  ) {
    self.takesList = takesList
    self.name = name
    self.kind = kind
    self.count = count
    self.label = label ?? name.uppercased()
  }

  /// The part of the usage line.
  package var usage: String {
    switch count {
    case .one: label
    case .oneOrNone: "[\(label)]"
    case .oneOrMore: "\(label)…"
    case .any: "[\(label)…]"
    }
  }

  /// Whether a program may give one value instead of a list of one.
  package var takesOneAsWell: Bool {
    (count == .any || count == .oneOrMore) && !name.hasSuffix("s")
  }

  package var isRequired: Bool { count == .one || count == .oneOrMore }
  var takesRest: Bool { kind.joinsWords || count == .oneOrMore || count == .any }
}
