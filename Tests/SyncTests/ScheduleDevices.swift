import TestSupport

@testable import Sync

/// Steps that copy, restore, replace and add devices.
extension ScheduleRun {
  /// Copies a device in its current state.
  func copy(_ device: SharedDevice) throws -> String {
    copy = (try SharedDevice(copy: device, on: profile.stream), device)
    return "\(device.name) is copied"
  }

  /// Replaces a device by an earlier copy, which lacks its newest events.
  func putBack() -> String {
    guard let (device, original) = copy,
      let index = profile.devices.firstIndex(where: { $0 === original }),
      // If two devices were restored, no other device can decide which of them is right.
      !profile.devices.contains(where: isRestored)
    else { return "nothing is put back" }
    copy = nil
    device.clock = original.clock + 60_000
    profile.devices[index] = device
    restored.append(device)
    if isRemoved(original) { removed.append(device) }
    return "\(device.name) is put back"
  }

  func isRestored(_ device: SharedDevice) -> Bool {
    restored.contains { $0 === device }
  }

  /// Whether a device is gone or was replaced, because it reports that it was restored, that
  /// another device has its number, or that it was removed.
  func isReplaced(_ device: SharedDevice, after failure: SyncError) throws -> Bool {
    guard !isRemoved(device, by: failure) else { return true }
    guard isToBeReplaced(device, after: failure) else { return false }
    try replace(device)
    return true
  }

  /// Whether a device reports that it was removed, and may have been. In this case it is dropped.
  private func isRemoved(_ device: SharedDevice, by failure: SyncError) -> Bool {
    guard failure.reason == .removed, isRemoved(device) else { return false }
    profile.devices.removeAll { $0 === device }
    if faults >= .rejoining, profile.devices.count > 1, random.once(in: 2) {
      hasLeft.append(device)
    }
    return true
  }

  /// Whether a device has tried to remove this device.
  private func isRemoved(_ device: SharedDevice) -> Bool { removed.contains { $0 === device } }

  /// Whether a device has a different key of an epoch than others, because two devices have rotated
  /// the key without knowing of each other.
  private func hasOtherKey(_ device: SharedDevice) throws -> Bool {
    let keys = try device.sync.syncState.keys
    return try profile.devices.contains { other in
      let others = try other.sync.syncState.keys
      return keys.contains { epoch, key in others[epoch].map { $0 != key } ?? false }
    }
  }

  private func isToBeReplaced(_ device: SharedDevice, after failure: SyncError) -> Bool {
    let hasLostNumber =
      hasNumberTwice
      && ["now has its number", "this device got the number of that device"].contains {
        failure.description.contains($0)
      }
    // A device whose number was removed may be either of the two devices with that number.
    let hasLostPlace = hasNumberTwice && failure.reason == .removed
    return hasLostPlace || failure.reason == .copied && (isRestored(device) || hasLostNumber)
  }

  /// Whether servers have assigned a number to two devices.
  var hasNumberTwice: Bool { numbers.values.contains { $0.count > 1 } }

  /// Replaces a device by a newly joined one.
  func replace(_ device: SharedDevice) throws {
    deviceCount += 1
    let successor = try SharedDevice("\(device.name) \(deviceCount)", on: profile.stream)
    profile.devices.removeAll { $0 === device }
    // A restored device may be the next to be replaced, and so may a device without the newest key.
    let knowing = removed.isEmpty ? [] : try profile.devices.filter { try $0.failure() == nil }
    let others = knowing.isEmpty ? profile.devices.filter { !isRestored($0) } : knowing
    let other = random.pick(others.isEmpty ? profile.devices : others)
    other.stream.recover()
    do {
      try noticeEnd(on: other)
      try other.sync.refill()
    } catch let failure as SyncError {
      if isRemoved(other, by: failure) { return try replace(device) }
      guard isToBeReplaced(other, after: failure), profile.devices.count > 1 else { throw failure }
      try replace(other)
      return try replace(device)
    }
    if faults >= .rejoining, random.once(in: 2), try joinAgain(device, invitedBy: other) { return }
    try join(successor, invitedBy: other)
    profile.devices.append(successor)
  }

  /// Lets a device that cannot continue under its number join again.
  ///
  /// - Returns: Whether it joined. It cannot if it can still continue, or if the stream has none of
  ///   its events.
  private func joinAgain(
    _ device: SharedDevice, invitedBy other: SharedDevice
  ) throws -> Bool {
    device.stream.recover()
    device.whenWriting = {}
    device.canWriteState = true
    try device.crash()
    guard
      try SyncState.read(of: device.store, in: device.path)?.hasToJoinAgain(device.store) ?? true
    else {
      return false
    }
    do {
      try join(device, invitedBy: other)
    } catch let failure as SyncError where failure == Synchronization.otherProfileError {
      return false
    }
    profile.devices.append(device)
    return true
  }

  /// Lets a removed device join again.
  func bringBack() throws -> String {
    guard let device = hasLeft.popLast() else { return "nobody comes back" }
    let others = profile.devices.filter { !isRestored($0) }
    let other = random.pick(others.isEmpty ? profile.devices : others)
    for each in [device, other] { each.stream.recover() }
    let said = "\(device.name) joins again, invited by \(other.name)"
    // The device may not have read yet that it was removed.
    _ = try device.failure()
    do {
      guard try joinAgain(device, invitedBy: other) else { return said + ", and cannot" }
      return said
    } catch let failure as SyncError {
      if try isReplaced(other, after: failure) { return said + ": \(failure)" }
      guard isExpected(failure) else { throw Finding(description: said + ": \(failure)") }
      return said + ": \(failure)"
    }
  }

  /// Whether others have different events of a restored device, or of a device whose number another
  /// device has.
  private func isContradiction(_ failure: SyncError) -> Bool {
    failure.description.contains("The stream contradicts")
      || hasNumberTwice && failure.description.contains("has the same number as device")
  }

  /// Whether a device got no key, because the others did not know it when they rotated the key, or
  /// because two devices have rotated the key without knowing of each other.
  private func isLeftOut(_ failure: SyncError) -> Bool {
    !removed.isEmpty && failure.description.contains("did not give this device the new key")
  }

  /// Replaces devices with different data by newly joined devices, and lets all devices compare
  /// their data.
  func replaceContradicted() throws {
    // A device sees another device's message only when it has read that far.
    for round in 0..<4 {
      for device in profile.devices {
        guard let failure = try device.failure(), try !isReplaced(device, after: failure) else {
          continue
        }
        if isContradiction(failure) || isLeftOut(failure) {
          try replace(device)
        } else if failure.description.contains("did not know that other devices had been removed") {
          // If two devices removed each other, neither receives the other's message.
          if round == 3, isRemoved(device), try hasOtherKey(device) {
            profile.devices.removeAll { $0 === device }
          } else {
            _ = try failureOfRefilling(device)
          }
        }
      }
    }
    for device in profile.devices { device.comparisonInterval = 1 }
    for number in 0..<2 {
      try profile.devices[0].keep("compared \(number)")
      try profile.settle()
    }
  }

  /// Lets another device join, which may never return.
  func grow() throws -> String {
    deviceCount += 1
    let device = try SharedDevice("device \(deviceCount)", on: profile.stream)
    device.comparisonInterval = UInt64(1 + random.below(8))
    device.clock += years(random.below(11) - 5)
    _ = try act(on: device, random.below(4))
    let other = random.pick(profile.devices)
    other.stream.recover()
    let said = "\(device.name) joins, invited by \(other.name)"
    if let failure = try failure(of: device, invitedBy: other) { return said + ": \(failure)" }
    guard random.once(in: 2) else { return said + ", and is never seen again" }
    profile.devices.append(device)
    return said
  }

  /// Whether at least two devices certainly remain if another one is removed.
  var canRemove: Bool {
    profile.devices.count { !isRemoved($0) } > 2
  }

  /// Lets a device remove another device, which is dropped.
  func remove(by device: SharedDevice) throws -> String {
    let other = random.pick(profile.devices.filter { $0 !== device })
    device.stream.recover()
    if random.once(in: 2) { device.stream.callsLeft = random.below(20) }
    defer { device.stream.recover() }
    let said = "\(device.name) removes \(other.name)"
    removed.append(other)
    do {
      try device.sync.remove(other.sync.status().number)
      profile.devices.removeAll { $0 === other }
      if faults >= .rejoining, random.once(in: 2) { hasLeft.append(other) }
      return said
    } catch let failure as SyncError {
      if try isReplaced(device, after: failure) { return said + ": \(failure)" }
      // The device may not have known the other device, or may have been interrupted after the
      // removal.
      guard isExpected(failure) || failure.reason == .refused else {
        throw Finding(description: said + ": \(failure)")
      }
      return said + ": \(failure)"
    }
  }

  /// Returns the reason why a device cannot join now: servers have lost data, or the inviting
  /// device is replaced.
  private func failure(
    of device: SharedDevice, invitedBy other: SharedDevice
  ) throws -> SyncError? {
    do {
      try join(device, invitedBy: other)
      return nil
    } catch let failure as SyncError {
      if try isReplaced(other, after: failure) { return failure }
      guard isExpected(failure) else { throw Finding(description: "joining: \(failure)") }
      return failure
    }
  }
}
