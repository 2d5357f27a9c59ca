import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// Devices that share a library through one stream.
struct DeviceTests {
  /// Runs some thousand schedules per minute. `RETRACE_SCHEDULES` requests more.
  @Test(arguments: 0..<LongRun.schedules)
  func `devices that have received the same events have the same library`(seed: Int) throws {
    var simulation = try DeviceSimulation(seed: UInt64(seed), deviceCount: 2 + seed % 3)
    for step in 0..<120 {
      try simulation.step()
      // A device that has received everything can take over tabs that others have opened.
      if step == 50, !seed.isMultiple(of: 3) { try simulation.settle() }
      guard step.isMultiple(of: 30) else { continue }
      for device in simulation.devices {
        let naive = NaiveTimeline(device.driver.events)
        try #require(device.driver.state == naive.state, "seed \(seed) at \(step)")
        let toUndo = device.driver.timeline.batchToUndo(device.driver.log)
        try #require(toUndo == naive.batchToUndo, "seed \(seed) at \(step)")
        try #require(
          NaiveTimeline.wronglyOpened(device.driver.events, device: device.number) == [],
          "seed \(seed) at \(step)")
      }
    }
    try simulation.settle()
    let lines = simulation.devices.map(\.libraryLines)
    for (device, other) in zip(simulation.devices, lines) {
      #expect(other == lines[0], "seed \(seed), device \(device.number)")
      #expect(device.driver.library.brokenInvariants() == [])
    }
    for device in simulation.devices {
      let own = device.windowLines(of: device.number)
      for other in simulation.devices {
        #expect(other.windowLines(of: device.number) == own, "seed \(seed)")
      }
      #expect(device.driver.browser.brokenInvariants() == [])
    }
  }

  /// Checks that the schedules contain everything that can happen to a tab that is sent to another
  /// device.
  @Test func `tabs are taken, sent and opened, and the sending is undone in time and too late`()
    throws
  {
    var (taken, opened, unopened, late) = (0, 0, 0, 0)
    for seed in 0..<60 {
      var simulation = try DeviceSimulation(seed: UInt64(seed), deviceCount: 2 + seed % 3)
      for _ in 0..<2 {
        for _ in 0..<60 { try simulation.step() }
        try simulation.settle()
      }
      for device in simulation.devices {
        let events = device.driver.events
        for event in events where event.device != 0 {
          guard case .device(.sent(let body)) = event.body, body.recipient == device.number else {
            continue
          }
          let isOpened = events.contains { $0.device == 0 && $0.cause == event.sequence }
          let isUndone = events.contains { later in
            guard case .time(.undone(let body)) = later.body else { return false }
            return body.batch == event.batch && later.device == event.device
          }
          if isOpened { opened += 1 } else { unopened += 1 }
          if isOpened, isUndone { late += 1 }
        }
        taken += events.count { event in
          guard case .tab(.restored(let body)) = event.body else { return false }
          return event.device == 0 && event.cause.exists && body.isSelected
        }
      }
    }
    #expect(taken > 50 && opened > 50 && unopened > 10 && late > 10)
  }
}
