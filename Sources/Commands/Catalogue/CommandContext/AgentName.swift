internal import BrowserModel

/// The rules for the names under which programs act.
package enum AgentName {
  /// The maximum number of characters.
  package static let longest = 40

  /// Returns the reason why a program cannot have a name, or nil if it can.
  package static func fault(in name: String) -> String? {
    if name.isEmpty || name.count > longest {
      return "The name of a program must have 1 to \(longest) characters."
    }
    if Event.Actor.allCases.contains(where: { "\($0)" == name.lowercased() }) {
      return "“\(name)” is reserved, because the log uses it for an actor. Choose another name."
    }
    return nil
  }
}
