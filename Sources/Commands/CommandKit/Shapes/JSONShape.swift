/// The shape of a JSON value: the source of `help json` and of the JSON Schemas.
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
  /// `true`. A member of this shape is omitted if its value is false.
  case flag
  /// A time in UTC: `2026-01-01T00:00:42.000Z`.
  case time
  case array(JSONShape)
  /// An object whose member names are data, such as the hosts of zoomed sites.
  case map(JSONShape)
  /// A value or `null`.
  case nullable(JSONShape)
  /// An object with these members and the members of the other shape, but no additional members.
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
    /// The shape of the value.
    package let shape: JSONShape
    /// Whether the member can be absent.
    package let isOptional: Bool
    /// A description, without a capital and a full stop; empty if the name is sufficient.
    package let summary: String

    /// Returns a member that is always present.
    package static func required(
      _ name: String, _ shape: JSONShape, _ summary: String = ""
    ) -> Member {
      Member(name: name, shape: shape, isOptional: false, summary: summary)
    }

    /// Returns a member that can be absent.
    package static func optional(
      _ name: String, _ shape: JSONShape, _ summary: String = ""
    ) -> Member {
      Member(name: name, shape: shape, isOptional: true, summary: summary)
    }
  }
}

extension JSONShape {
  /// Returns an object whose only member has the given name.
  package static func thing(_ name: String, _ shape: JSONShape, _ summary: String = "") -> JSONShape
  {
    .object([.required(name, shape, summary)])
  }

  /// Returns an object for certain kinds of changes, which contains the values before and after the
  /// change.
  package static func change(
    of kinds: [String], _ members: [Member] = [], from shape: JSONShape
  ) -> JSONShape {
    change(of: kinds, members + [.required("from", shape), .required("to", shape)])
  }

  /// Returns an object for certain kinds of changes.
  package static func change(of kinds: [String], _ members: [Member]) -> JSONShape {
    .object([.required("kind", .choice(kinds))] + members)
  }

  /// The shape as the complete answer of a command, which includes the members for missing data.
  package var asAnswer: JSONShape {
    switch self {
    case .object(let members, let name): .object(members + Self.missingData.shapes, beside: name)
    case .anyOf(let shapes): .anyOf(shapes.map(\.asAnswer))
    default: self
    }
  }

  /// The members added to an answer that may be incomplete because the profile is damaged: the
  /// first damaged events, their number, and whether the newest events are missing.
  package static let missingData = AnswerMembers<
    (damaged: [Int], damagedCount: Int, isOlder: Bool)
  > { missing in
    missing.optional("damaged", "the events that are damaged, the first thousand") {
      $0.damaged.isEmpty ? nil : $0.damaged
    }
    missing.optional("damagedCount", "the total number, if there are more") {
      $0.damagedCount > $0.damaged.count ? $0.damagedCount : nil
    }
    missing.flag("older", "whether the newest events are missing") { $0.isOlder }
  }

  /// The named shapes that the shape refers to, directly or indirectly, without duplicates and in
  /// the order in which they occur.
  var names: [NamedShape] {
    var found: [NamedShape] = []
    addNames(to: &found)
    return found
  }

  /// The named shapes, except the shapes of other commands' answers, which have their own outlines.
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
