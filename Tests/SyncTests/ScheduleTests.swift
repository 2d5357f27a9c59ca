import TestSupport
import Testing

/// Devices that act, exchange, lose answers and servers, and end in the middle, in any order.
///
/// ```sh
/// RETRACE_EXCHANGES=500 RETRACE_FIRST_EXCHANGE=1000 swift test --filter ScheduleTests
/// ```
struct ScheduleTests {
  /// Schedules that failed in long runs, those with fewer faults first.
  private static let found =
    [
      597, 1_329, 2_067, 2_641, 4_206, 5_257, 6_165, 6_429, 6_532, 7_266, 7_747, 7_842, 11_029,
    ].map { Schedule(seed: $0, faults: .servers) }
    + [
      60_065, 60_214, 60_427, 70_140, 70_542, 82_001, 82_957, 86_327, 86_521, 92_730, 98_048,
      99_039,
      230_068,
    ].map { Schedule(seed: $0, faults: .copies) }
    + [2_000_711, 2_001_434, 5_016_196, 10_129_973, 60_192_935, 220_201_367].map {
      Schedule(seed: $0, faults: .disks)
    }
    + [360_019_563, 360_032_806].map { Schedule(seed: $0, faults: .spoilt) }
    + [460_006_400].map { Schedule(seed: $0, faults: .grown) }
    + [600_282_067, 610_122_031, 610_273_221, 610_304_454, 610_365_535].map {
      Schedule(seed: $0, faults: .removals)
    }
  private static let sought =
    (LongRun.firstExchange..<LongRun.firstExchange + LongRun.exchanges).map { Schedule(seed: $0) }

  @Test(arguments: found + sought)
  func `whatever happens, all devices have the same data in the end`(schedule: Schedule) {
    #expect(schedule.smallestFinding() == nil)
  }

  @Test(arguments: 0..<3)
  func `a step draws the same random numbers if it is run alone`(seed: Int) {
    let schedule = Schedule(seed: seed)
    let outcome = schedule.run()
    #expect(schedule.run(outcome.draws).steps == outcome.steps)
  }

  @Test func `a failing sequence is shrunk to the necessary steps`() {
    let steps = Array(0..<40)
    #expect(steps.shrunk { $0.contains(3) && $0.contains(17) && $0.contains(38) } == [3, 17, 38])
    // Each of the two steps alone is sufficient.
    #expect(steps.shrunk { $0.contains(5) || $0.contains(30) }.count == 1)
    #expect(steps.shrunk { $0.count > 6 }.count == 7)
    #expect(steps.shrunk { _ in true }.isEmpty)
  }
}
