internal import Platform

/// The environment variables that a program sees.
package struct EnvironmentVariables: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// The variables of this process, looked up on each access. A variable that is not UTF-8 counts
  /// as not set, because a path with replaced bytes would refer to a different folder.
  package static let process = EnvironmentVariables { name in
    ProcessContext.variable(name)
  }

  /// Creates an environment with only these variables.
  package init(_ variables: [String: String]) {
    lookUp = { variables[$0] }
  }

  private init(_ lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// The value of a variable, or nil if it is not set.
  package subscript(_ name: String) -> String? { lookUp(name) }
}
