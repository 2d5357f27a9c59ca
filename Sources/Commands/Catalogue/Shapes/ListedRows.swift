package import CommandKit

/// The rows of a command whose answer is a list: an object whose only array of objects contains
/// them.
package struct ListedRows {
  /// The member that contains the rows.
  package let member: String
  /// The names of the members of a row.
  package let fields: [String]

  /// Returns nil if the answer of the command is not a list.
  package init?(_ declaration: CommandDeclaration) {
    guard declaration.effect == .reads, case .object(let members, nil)? = declaration.answers else {
      return nil
    }
    let lists = members.compactMap { member -> (String, [String])? in
      guard case .array(let row) = member.shape, let fields = Self.fields(of: row) else {
        return nil
      }
      return (member.name, fields)
    }
    guard lists.count == 1 else { return nil }
    (member, fields) = lists[0]
  }

  /// Returns the names of the members of an object, or nil for another shape.
  private static func fields(of shape: JSONShape) -> [String]? {
    switch shape {
    case .named(let name): return fields(of: name.shape)
    case .object(let members, let beside):
      return members.map(\.name) + (beside.flatMap { fields(of: $0.shape) } ?? [])
    case .anyOf(let shapes):
      let all = shapes.compactMap(fields)
      guard all.count == shapes.count else { return nil }
      return all.joined().reduce(into: []) { names, name in
        if !names.contains(name) { names.append(name) }
      }
    default: return nil
    }
  }
}
