internal import BrowserModel

/// An expression that follows a replay of the log: after each event it knows whether it holds.
///
/// A condition is looked at again only where an event can have changed it, and of the tabs only the one
/// that the event is about. Texts are read once, when their events go by: what they have of the words is
/// kept as bits by sequence, and a tab's row names the sequences.
struct Watch {
  private let expression: Expression
  private var conditions: [WatchedCondition] = []
  private var seen = SeenTexts()

  /// Whether the expression holds now.
  private(set) var holds = false

  init(_ expression: Expression, _ browser: Browser) {
    self.expression = expression
    for condition in expression.conditions {
      conditions.append(WatchedCondition(condition, seen: &seen))
    }
    rescan(browser)
  }

  /// Takes note of what an event says, whether or not it counts now.
  mutating func note(_ event: Event, words: (Text) -> String) { seen.note(event, words: words) }

  /// Follows an event that was folded.
  mutating func follow(_ event: Event, _ browser: Browser) {
    var isChanged = false
    for place in conditions.indices {
      let former = conditions[place].holds
      conditions[place].follow(event, browser, seen)
      if conditions[place].holds != former { isChanged = true }
    }
    if isChanged { holds = expression.holds(conditions.map(\.holds)) }
  }

  /// Looks at a whole state, as after an undo.
  mutating func rescan(_ browser: Browser) {
    for place in conditions.indices { conditions[place].rescan(browser, seen) }
    holds = expression.holds(conditions.map(\.holds))
  }
}
