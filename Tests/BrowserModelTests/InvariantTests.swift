import BrowserModel
import EventCoding
import RetraceTimeline
import TestSupport
import Testing

/// The invariants that hold after every event.
struct InvariantTests {
  @Test(arguments: 0..<100)
  func `random actions preserve the invariants`(seed: Int) {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    var state = ProfileState()
    for _ in 0..<200 {
      let action = actions.next(driver.state)
      for event in driver.attempt(action) {
        state.apply(event)
        let broken = state.brokenInvariants()
        #expect(broken == [], "\(event.sequence): \(action)")
        if !broken.isEmpty { return }
      }
    }
    #expect(state == driver.state)
    #expect(driver.events.count > 50)
  }

  @Test(arguments: 0..<100)
  func `random events never trap, and preserve the invariants`(seed: Int) {
    var facts = RandomFacts(seed: UInt64(seed))
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for number in 0..<300 {
      facts.ids = 0..<(driver.log.next.rawValue + 5)
      let draft = facts.next()
      if number % 3 == 0 { _ = driver.attempt(actions.next(driver.state)) }
      if case .time = draft.bodies[0] { continue }
      driver.append(draft)
      let broken = driver.state.brokenInvariants()
      #expect(broken == [], "\(number): \(draft.bodies[0])")
      if !broken.isEmpty { return }
    }
  }

  @Test(arguments: 0..<50)
  func `a fold can be interrupted anywhere`(seed: Int) {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<100 { _ = driver.attempt(actions.next(driver.state)) }
    let events = driver.events
    let cut = actions.random.below(events.count + 1)
    var first = ProfileState()
    for event in events[..<cut] { first.apply(event) }
    var second = first
    for event in events[cut...] { second.apply(event) }
    #expect(second == driver.state)
    var again = ProfileState()
    for event in events[..<cut] { again.apply(event) }
    #expect(again == first)
  }
}
