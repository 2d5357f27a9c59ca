/// The argument of `when`: conditions on a state, with `and`, `or`, `not` and parentheses.
///
///     expression  = conjunction *("or" conjunction)
///     conjunction = negation *("and" negation)
///     negation    = "not" negation / "(" expression ")" / condition
///
/// ``Condition`` lists the conditions.
struct Expression: Equatable {
  /// The conditions, in their written order.
  private(set) var conditions: [Condition] = []
  /// The structure that combines the conditions.
  let root: Node

  indirect enum Node: Equatable {
    /// A condition, by its index in ``Expression/conditions``.
    case condition(Int)
    case not(Node)
    case all([Node])
    case any([Node])
  }

  init(_ conditions: [Condition], _ root: Node) {
    self.conditions = conditions
    self.root = root
  }

  /// Whether the expression is true if its conditions have these values.
  /// - Complexity: O(conditions).
  func holds(_ values: [Bool]) -> Bool { holds(root, values) }

  private func holds(_ node: Node, _ values: [Bool]) -> Bool {
    switch node {
    case .condition(let place): values[place]
    case .not(let node): !holds(node, values)
    case .all(let nodes): nodes.allSatisfy { holds($0, values) }
    case .any(let nodes): nodes.contains { holds($0, values) }
    }
  }
}
