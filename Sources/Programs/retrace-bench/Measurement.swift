/// One line of the report: a thing, what it is held against, and the goal.
struct Measurement {
  var name: String
  var unit: String
  var value: Samples
  /// What it is compared with; nil where only the goal counts.
  var floor: Floor?
  var goal: Goal?

  /// The yardstick that was measured in the same rounds.
  struct Floor {
    var name: String
    var value: Samples
  }

  enum Goal {
    /// The median is at most this.
    case value(Double)
    /// The median of value ÷ floor is at most this.
    case ratio(Double)
  }

  init(
    _ name: String, unit: String, _ value: Samples, against floor: Floor? = nil, goal: Goal? = nil
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.floor = floor
    self.goal = goal
  }

  /// The median of the ratios within each round.
  var ratio: Double? { floor.map { value.divided(by: $0.value).median } }

  /// Whether the goal is reached; nil without one.
  var isReached: Bool? {
    switch goal {
    case .value(let limit): value.median <= limit
    case .ratio(let limit): ratio.map { $0 <= limit }
    case nil: nil
    }
  }
}
