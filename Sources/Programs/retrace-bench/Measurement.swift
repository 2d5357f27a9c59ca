/// A line of the report: a measured value, its baseline, and its goal.
struct Measurement {
  var name: String
  var unit: String
  var value: Samples
  /// The baseline, or nil if only the goal matters.
  var floor: Floor?
  var goal: Goal?

  /// The baseline, which is measured in the same rounds.
  struct Floor {
    var name: String
    var value: Samples
  }

  enum Goal {
    /// The upper limit for the median.
    case value(Double)
    /// The upper limit for the median of value ÷ floor.
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

  /// Whether the value meets the goal, or nil if there is no goal.
  var isReached: Bool? {
    switch goal {
    case .value(let limit): value.median <= limit
    case .ratio(let limit): ratio.map { $0 <= limit }
    case nil: nil
    }
  }
}
