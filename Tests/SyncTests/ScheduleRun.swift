import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport

@testable import Sync

/// The devices of a schedule during a run.
final class ScheduleRun {
  let faults: Schedule.Faults
  var profile: SharedProfile
  var random: SplitMix64
  /// A copy of a device that may be restored, and the device.
  var copy: (device: SharedDevice, original: SharedDevice)?
  /// The devices that were restored, and may find that others have more of their events.
  var restored: [SharedDevice] = []
  var deviceCount = 0
  /// The number of bookmarks that were added.
  private var keptCount = 0
  /// Whether the stream always contained exactly the messages of devices. Otherwise, an event that
  /// two devices have may be sent twice.
  var isStreamSound = true
  /// The devices that were removed and may join again.
  var hasLeft: [SharedDevice] = []
  /// The devices that another device has tried to remove, and may have removed.
  var removed: [SharedDevice] = []
  /// The keys of the devices that have joined, by number. There are two for a number if servers
  /// have lost the join of the first device.
  var numbers: [UInt32: Set<[UInt8]>] = [:]

  init(_ schedule: Schedule) throws {
    faults = schedule.faults
    random = SplitMix64(seed: UInt64(schedule.seed))
    let names = ["desk", "phone", "tablet"].prefix(2 + schedule.seed % 2)
    profile = try SharedProfile([names[0]])
    // Each device was used before it joins.
    for name in names.dropFirst() {
      let device = try SharedDevice(name, on: profile.stream)
      _ = try act(on: device, random.below(10))
      try join(device, invitedBy: profile.devices[0])
      profile.devices.append(device)
    }
    profile.stream.largestMessage = 400 + random.below(3_000)
    for device in profile.devices { device.comparisonInterval = UInt64(1 + random.below(8)) }
    if faults >= .copies {
      for device in profile.devices { device.clock += years(random.below(11) - 5) }
    }
  }

  func years(_ count: Int) -> Int64 { Int64(count) * 365 * 86_400_000 }

  /// Performs a step, and returns its description.
  func step() throws -> String {
    let device = random.pick(profile.devices)
    switch random.below(kindsOfSteps) {
    case 0...2: return try act(on: device, 1 + random.below(4))
    case 3: return try crash(device)
    case 4 where random.once(in: 8): return loseStream()
    case 5 where random.once(in: faults < .grown ? 4 : 2): return try forget(on: device)
    case 8: return try copy(device)
    case 9: return putBack()
    case 10: return try exchangeWithLiar(device)
    case 11: return try exchangeOnFullDisk(device)
    case 12 where random.once(in: 4): return spoilStream()
    case 13 where profile.devices.count < 5 && random.once(in: 3): return try grow()
    case 14: return try exchangeWithin(device)
    case 15 where !hasLeft.isEmpty: return try bringBack()
    case 15 where canRemove: return try remove(by: device)
    default: return try exchange(device)
    }
  }

  private var kindsOfSteps: Int {
    switch faults {
    case .servers: 8
    case .copies: 11
    case .disks: 12
    case .spoilt: 13
    case .grown: 15
    case .removals, .rejoining: 16
    }
  }

  /// Performs actions of a user.
  func act(on device: SharedDevice, _ count: Int) throws -> String {
    var steps = RandomSteps(seed: random.next())
    for _ in 0..<count {
      if random.once(in: 3) {
        keptCount += 1
        try device.keep("bookmark \(random.below(1_000)), \(keptCount)")
      } else {
        try device.store.perform(steps.next(try device.store.readState()))
      }
    }
    return "\(device.name) does \(count)"
  }

  private func crash(_ device: SharedDevice) throws -> String {
    try device.crash()
    return "\(device.name) ends"
  }

  /// Forgets data. The device may then end before the request is sent.
  private func forget(on device: SharedDevice) throws -> String {
    let newest = device.store.timeline.position
    let scope: ForgettingScope =
      switch random.below(4) {
      case 0: .between(newest.advanced(by: -Int32(random.below(9))), newest)
      case 1: .url("http://a.example/")
      default: .site(random.pick(["a.example", "b.example", "example.org"]))
      }
    let request = ForgettingRequest(scope)
    // Before the device has joined, there is no other device.
    _ = try Synchronization.note(request, of: device.store, in: device.path)
    let ends = random.once(in: 8)
    if ends { try device.crash() }
    try device.store.forget(request)
    return "\(device.name) forgets \(scope)" + (ends ? ", and ends in the midst of it" : "")
  }
}

// MARK: Exchanging

extension ScheduleRun {
  /// Performs an exchange with servers that fail occasionally. The device may end afterwards.
  private func exchange(_ device: SharedDevice) throws -> String {
    device.stream.recover()
    var said = "\(device.name) exchanges"
    if random.once(in: 2) {
      let calls = random.below(20)
      device.stream.callsLeft = calls
      said += ", reaches servers \(calls) times"
    }
    if random.once(in: 3) {
      device.stream.answers = (0..<random.below(9)).map { _ in
        random.pick([.lostAfter, .lostBefore, .falselyAppended, .falselyRefused])
      }
      said += ", is answered " + device.stream.answers.map { "\($0)" }.joined(separator: ", ")
    }
    if let failure = try device.failure() {
      said += ": \(failure)"
      if try isReplaced(device, after: failure) { return said }
      guard isExpected(failure) else { throw Finding(description: said) }
      if isOfServers(failure), random.once(in: 2) { try refill(device) }
    }
    if random.once(in: 3) { try device.crash() }
    device.stream.recover()
    return said
  }

  /// Performs an exchange with a server that omits, repeats, reorders or changes messages, or is
  /// behind.
  private func exchangeWithLiar(_ device: SharedDevice) throws -> String {
    device.stream.recover()
    let lie = random.pick(StreamLie.allCases)
    var draw = SplitMix64(seed: random.next())
    device.stream.retold = { lie.told(of: $0, &draw) }
    var said = "\(device.name) exchanges with a server that is \(lie)"
    if let failure = try device.failure() {
      said += ": \(failure)"
      if try isReplaced(device, after: failure) { return said }
    }
    if random.once(in: 3) { try device.crash() }
    device.stream.recover()
    return said
  }

  /// Performs an exchange in which the sync state cannot be written after some calls of servers, or
  /// after some writes to the log. The device then ends.
  private func exchangeOnFullDisk(_ device: SharedDevice) throws -> String {
    device.stream.recover()
    let isBehindLog = random.once(in: 2)
    let count = random.below(isBehindLog ? 4 : 12)
    var left = count
    let fill = {
      if left == 0 { device.canWriteState = false }
      left -= 1
    }
    if isBehindLog { device.whenWriting = fill } else { device.stream.whenCalled = fill }
    defer { device.whenWriting = {} }
    let what = isBehindLog ? "writing" : "call"
    var said = "\(device.name) exchanges, with a disk that is full from \(what) \(count) on"
    if let failure = try device.failure() {
      said += failure.reason == .storage ? ", which is told" : ": \(failure)"
      device.canWriteState = true
      if try isReplaced(device, after: failure) { return said }
      guard isExpected(failure) || failure.reason == .storage else {
        throw Finding(description: said)
      }
    }
    device.canWriteState = true
    device.stream.recover()
    try device.crash()
    return said
  }

  /// Performs an exchange that is interleaved with an exchange of another device.
  private func exchangeWithin(_ device: SharedDevice) throws -> String {
    let other = random.pick(profile.devices.filter { $0 !== device })
    for each in [device, other] { each.stream.recover() }
    let count = random.below(40)
    var left = count
    var failureOfOther: SyncError?
    device.stream.whenCalled = {
      if left == 0 { failureOfOther = other.failureToExchange() }
      left -= 1
    }
    var said = "\(device.name) exchanges, and \(other.name) before its call \(count)"
    let failure = try device.failure()
    device.stream.recover()
    for (each, failure) in [(other, failureOfOther), (device, failure)] {
      guard let failure else { continue }
      said += ": \(failure)"
      if try isReplaced(each, after: failure) { continue }
      guard isExpected(failure) else { throw Finding(description: said) }
    }
    return said
  }

  /// Whether servers have lost or changed messages. Other devices may have written after a lost
  /// end.
  private func isOfServers(_ failure: SyncError) -> Bool {
    [.lost, .forged].contains(failure.reason)
  }

  /// Whether a device may fail in this way if servers fail.
  func isExpected(_ failure: SyncError) -> Bool { failure.isTemporary || isOfServers(failure) }

  /// Refills servers that fail as before.
  private func refill(_ device: SharedDevice) throws {
    do {
      try device.sync.refill()
    } catch let failure as SyncError {
      guard try !isReplaced(device, after: failure) else { return }
      guard failure.isTemporary else { throw Finding(description: "refilling: \(failure)") }
    }
  }

  /// Lets a device join, no matter how often this is interrupted.
  func join(_ device: SharedDevice, invitedBy other: SharedDevice) throws {
    let invitation = try other.sync.invite()
    defer { note(device) }
    var tries = 0
    while true {
      device.stream.callsLeft = random.below(8)
      do {
        try device.join(invitation)
        device.stream.recover()
        return
      } catch let failure as SyncError {
        tries += 1
        guard failure.isTemporary, tries < 100 else { throw failure }
        try device.crash()
      }
    }
  }

  /// Records the number of a device.
  private func note(_ device: SharedDevice) {
    guard let syncState = try? SyncState.read(of: device.store, in: device.path) else { return }
    numbers[syncState.number, default: []].insert(syncState.box.open)
  }
}

// MARK: The end

extension ScheduleRun {
  /// Lets all devices receive each other's events.
  ///
  /// - Throws: ``Finding`` if the devices do not have the same data afterwards.
  func end() throws {
    for device in profile.devices {
      device.stream.recover()
      try noticeEnd(on: device)
    }
    // If nothing is lost, refilling is an exchange. Devices that read on detect that a stream has
    // split where its end was lost. Data that one device cannot send again may be on another
    // device.
    for _ in 0..<2 { for device in profile.devices { _ = try failureOfRefilling(device) } }
    for device in profile.devices {
      if let failure = try failureOfRefilling(device) { throw failure }
    }
    if !restored.isEmpty || hasNumberTwice || !removed.isEmpty { try replaceContradicted() }
    try profile.settle()
    let library = try profile.devices[0].library()
    try require(profile.disagreement())
    try requireNoRepetition()
    // No event was sent twice: a device that joins now receives as many events as exist.
    try profile.add("late")
    let late = profile.devices[profile.devices.count - 1]
    note(late)
    let created = profile.stream.created
    // Messages that others have read may have been changed since.
    for device in profile.devices { _ = try failureOfRefilling(device) }
    try profile.settle()
    try require(profile.disagreement())
    // If the device has refilled the servers, the order may be different.
    if try profile.stream.created == created && late.library() != library {
      throw Finding(description: "A late device has another library.")
    }
  }

  /// Returns the reason why a device cannot refill servers, or nil if it can, or another device
  /// joins in its place.
  func failureOfRefilling(_ device: SharedDevice) throws -> SyncError? {
    do {
      try device.sync.refill()
    } catch let failure as SyncError {
      return try isReplaced(device, after: failure) ? nil : failure
    }
    return nil
  }

  /// Requires that no bookmark exists twice.
  private func requireNoRepetition() throws {
    guard isStreamSound else { return }
    var seen: Set<String> = []
    for title in try profile.devices[0].titles() where title.hasPrefix("bookmark ") {
      guard seen.insert(title).inserted else {
        throw Finding(description: "“\(title)” is there twice.")
      }
    }
  }

  private func require(_ disagreement: String?) throws {
    if let disagreement { throw Finding(description: disagreement) }
  }
}
