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

  /// Devices that share a profile already.
  init(_ devices: [SharedDevice], on stream: MemoryStream) throws {
    self.stream = stream
    self.devices = devices
  }

  /// Devices that have joined one after the other, and have heard of each other.
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

  /// A copy of the first device, which goes on where that has told something else and servers have lost it.
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

  /// Expects that all devices have the same, have told everything, and found nothing wrong.
  func expectAgreement() throws { #expect(try disagreement() == nil) }

  /// What devices do not have alike, have not told, or have found wrong; nil where all is well.
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

  /// All exchange until nobody has anything new.
  func settle() throws {
    var before: StreamState?
    while before != stream.state() {
      before = stream.state()
      for device in devices { try device.exchange() }
    }
  }
}
