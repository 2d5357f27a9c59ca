import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Devices that share a profile through one stream.
struct SharedProfile {
  let stream: MemoryStream
  var devices: [SharedDevice] = []

  /// Creates a profile from devices that already share it.
  init(_ devices: [SharedDevice], on stream: MemoryStream) throws {
    self.stream = stream
    self.devices = devices
  }

  /// Creates a profile with devices that joined in order and have read each other's messages.
  init(_ names: [String] = ["desk", "phone"], isInMemory: Bool = false) throws {
    stream = MemoryStream()
    devices.append(try SharedDevice(names[0], on: stream, isInMemory: isInMemory))
    try devices[0].begin()
    for name in names.dropFirst() { try add(name, isInMemory: isInMemory) }
    try settle()
  }

  mutating func add(_ name: String, isInMemory: Bool = false) throws {
    let device = try SharedDevice(name, on: stream, isInMemory: isInMemory)
    try device.join(try devices[0].sync.invite())
    devices.append(device)
  }

  /// Returns a copy of the first device, which has sent different events after the servers lost
  /// those of the original.
  func copyThatWentOn() throws -> SharedDevice {
    try devices[0].crash()
    let copy = try SharedDevice(copy: devices[0], on: stream)
    try devices[0].keep("told")
    try settle()
    stream.renew()
    copy.clock += 60_000
    try copy.keep("told otherwise")
    return copy
  }

  /// Expects that all devices have the same data, have sent everything, and report no problem.
  func expectAgreement() throws { #expect(try disagreement() == nil) }

  /// Returns differences, unsent events and reported problems of devices, or nil if there are none.
  func disagreement() throws -> String? {
    let library = try devices[0].library()
    for device in devices {
      if try device.library() != library { return "\(device.name) has another library." }
      let status = try device.sync.status()
      if let problem = status.problem { return "\(device.name) has a problem: \(problem)" }
      if status.waitingBatches > 0 { return "\(device.name) has not told all." }
      for other in devices {
        let number = try other.sync.status().number
        guard try device.tabs(of: number) == other.tabs(of: number) else {
          return "\(device.name) knows other tabs of \(other.name) than it has."
        }
      }
    }
    return nil
  }

  /// Lets all devices exchange until no device has anything new.
  func settle() throws {
    var before: StreamState?
    while before != stream.state() {
      before = stream.state()
      for device in devices { try device.exchange() }
    }
  }
}
