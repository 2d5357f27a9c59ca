/// What a value of JSON looks like: the source of `help json` and of the JSON Schemas.
///
///     JSONShape.object([
///       .required("id", .integer, "as in “#4711”"),
///       .optional("failure", .string, "why it could not be loaded"),
///       .required("history", .named(.history)),
///     ])
package indirect enum JSONShape: Hashable, Sendable {
  case string
  /// One of these strings.
  case choice([String])
  case integer
  case number
  case boolean
  /// `true`. A member of this shape is left out where it would be false.
  case flag
  /// A time in UTC: `2026-01-01T00:00:42.000Z`.
  case time
  case array(JSONShape)
  /// An object whose members have names that are data, as the hosts of zoomed sites.
  case map(JSONShape)
  /// A value or `null`.
  case nullable(JSONShape)
  /// These members, those of another shape next to them, and no others.
  case object([Member], beside: NamedShape? = nil)
  /// Any object.
  case anyObject
  /// The answer of one of these commands.
  case answer(of: AnsweringCommands)
  case anyOf([JSONShape])
  case named(NamedShape)

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// The key.
    package let name: String
    /// What its value looks like.
    package let shape: JSONShape
    /// Whether it may be left out.
    package let isOptional: Bool
    /// What it is, without a capital and a full stop; empty where the name says it.
    package let summary: String

    /// A member that is always there.
    package static func required(
      _ name: String, _ shape: JSONShape, _ summary: String = ""
    ) -> Member {
      Member(name: name, shape: shape, isOptional: false, summary: summary)
    }

    /// A member that may be left out.
    package static func optional(
      _ name: String, _ shape: JSONShape, _ summary: String = ""
    ) -> Member {
      Member(name: name, shape: shape, isOptional: true, summary: summary)
    }
  }
}

extension JSONShape {
  /// An object with one member, which has the name of the thing.
  package static func thing(_ name: String, _ shape: JSONShape, _ summary: String = "") -> JSONShape
  {
    .object([.required(name, shape, summary)])
  }

  /// What came before and after a change.
  package static func change(
    of kinds: [String], _ members: [Member] = [], from shape: JSONShape
  ) -> JSONShape {
    change(of: kinds, members + [.required("from", shape), .required("to", shape)])
  }

  /// An object that a choice of kinds tells from others.
  package static func change(of kinds: [String], _ members: [Member]) -> JSONShape {
    .object([.required("kind", .choice(kinds))] + members)
  }

  /// The same, as the whole answer of a command: what it may lack is told in it.
  package var asAnswer: JSONShape {
    switch self {
    case .object(let members, let name): .object(members + Self.lackMembers, beside: name)
    case .anyOf(let shapes): .anyOf(shapes.map(\.asAnswer))
    default: self
    }
  }

  /// What ``Answer/add(_:isOlder:)`` adds where a profile is damaged.
  static let lackMembers: [Member] = [
    .optional("damaged", .array(.integer), "the events that are damaged, the first thousand"),
    .optional("damagedCount", .integer, "the total number, if there are more"),
    .optional("older", .flag, "whether the newest events are missing"),
  ]

  /// The shapes that it names, and those that these name, each once and in the order in which they
  /// are met.
  var names: [NamedShape] {
    var found: [NamedShape] = []
    addNames(to: &found)
    return found
  }

  /// The names without those of other commands' answers, whose outlines are their own.
  var ownNames: [NamedShape] {
    guard case .anyOf(let shapes) = self else { return names }
    let own = shapes.filter { shape in
      if case .answer = shape { false } else { true }
    }
    return JSONShape.anyOf(own).names
  }

  private func addNames(to found: inout [NamedShape]) {
    switch self {
    case .array(let shape), .map(let shape), .nullable(let shape): shape.addNames(to: &found)
    case .answer(let commands):
      for shape in commands.shapes { shape.addNames(to: &found) }
    case .anyOf(let shapes): for shape in shapes { shape.addNames(to: &found) }
    case .object(let members, let beside):
      for member in members { member.shape.addNames(to: &found) }
      if let beside { JSONShape.named(beside).addNames(to: &found) }
    case .named(let name):
      guard !found.contains(name) else { return }
      found.append(name)
      name.shape.addNames(to: &found)
    case .string, .choice, .integer, .number, .boolean, .flag, .time, .anyObject: break
    }
  }
}
