/// A positional argument of a command.
package struct Parameter: Hashable, Sendable {
  /// The number of arguments accepted by a parameter.
  package enum Count: Hashable, Sendable {
    case one
    case oneOrNone
    case oneOrMore
    case any
  }

  /// The name used to look up the value in ``Arguments``.
  package let name: String
  /// The kind of the value.
  package let kind: ValueKind
  /// The number of arguments accepted.
  package let count: Count
  /// The label shown in the usage line: `TAB`.
  package let label: String
  /// Whether one word can list several things by number, such as `3-7` or `#5,#7`, although the
  /// parameter accepts only one word.
  package let takesList: Bool

  /// Returns a required argument: `LABEL`.
  package static func required(
    _ name: String, _ kind: ValueKind, label: String? = nil
  ) -> Parameter {
    Parameter(name, kind, .one, label)
  }

  /// Returns a required argument of one word, which specifies one thing, or lists several things by
  /// number: `LABEL`.
  package static func list(
    _ name: String, _ kind: ValueKind, label: String? = nil
  ) -> Parameter {
    Parameter(name, kind, .one, label, takesList: true)
  }

  /// Returns an optional argument: `[LABEL]`.
  package static func optional(
    _ name: String, _ kind: ValueKind, label: String? = nil
  ) -> Parameter {
    Parameter(name, kind, .oneOrNone, label)
  }

  /// Returns an argument for all remaining words: `LABEL…` or `[LABEL…]`.
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

  /// The parameter as shown in the usage line.
  package var usage: String {
    switch count {
    case .one: label
    case .oneOrNone: "[\(label)]"
    case .oneOrMore: "\(label)…"
    case .any: "[\(label)…]"
    }
  }

  /// Whether a program can pass a list with several values.
  package var takesSeveralValues: Bool { count == .any || count == .oneOrMore }
  /// Whether a program can pass a single value instead of a list with one value.
  package var acceptsSingleValue: Bool { takesSeveralValues && !name.hasSuffix("s") }

  package var isRequired: Bool { count == .one || count == .oneOrMore }
  var acceptsRest: Bool { kind.joinsWords || count == .oneOrMore || count == .any }
}
