/// A heading under which help lists commands.
package struct CommandGroup: Hashable, Sendable {
  /// The word after `help @`.
  package let name: String

  /// Creates a group.
  package init(_ name: String) { self.name = name }

  /// The heading: `Page reports`.
  package var title: String {
    let words = name.split(separator: "-").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
