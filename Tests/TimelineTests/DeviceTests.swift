import BrowserModel
import TestSupport
import Testing
import Timeline

/// Devices that share a library, told of each other through one stream.
struct DeviceTests {
  /// Some thousand schedules a minute; `RETRACE_SCHEDULES` runs more.
  @Test(arguments: 0..<LongRun.schedules)
  func `devices that have heard of the same have the same library`(seed: Int) throws {
    var simulation = try DeviceSimulation(seed: UInt64(seed), deviceCount: 2 + seed % 3)
    for step in 0..<120 {
      try simulation.step()
      guard step.isMultiple(of: 30) else { continue }
      for device in simulation.devices {
        let naive = NaiveTimeline(device.driver.events)
        try #require(device.driver.state == naive.state, "seed \(seed) at \(step)")
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
}
