import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport

@testable import Sync

/// The devices of a schedule while it runs.
final class ScheduleRun {
  let faults: Schedule.Faults
  var profile: SharedProfile
  var random: SplitMix64
  /// A copy of a device that may be put back, and the device.
  var copy: (device: SharedDevice, original: SharedDevice)?
  /// Those which were put back, and may find that others know more of them.
  var restored: [SharedDevice] = []
  var deviceCount = 0
  /// How many bookmarks were made.
  private var keptCount = 0
  /// Whether the stream was always what devices had made of it: only then nothing is sent twice that two
  /// devices have.
  var isStreamSound = true
  /// Those which were removed and may join again.
  var hasLeft: [SharedDevice] = []
  /// Those which another device was about to remove, and may have.
  var removed: [SharedDevice] = []
  /// The keys of the devices that have joined, by their numbers: of one number there are two where servers have
  /// lost that the first has joined.
  var numbers: [UInt32: Set<[UInt8]>] = [:]

  init(_ schedule: Schedule) throws {
    faults = schedule.faults
    random = SplitMix64(seed: UInt64(schedule.seed))
    let names = ["desk", "phone", "tablet"].prefix(2 + schedule.seed % 2)
    profile = try SharedProfile([names[0]])
    // Each was used before it joined.
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

  /// Does something, and says what.
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

  /// What a person does.
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

  /// Forgets something, after which the device may end before it is told.
  private func forget(on device: SharedDevice) throws -> String {
    let newest = device.store.timeline.position
    let scope: ForgettingScope =
      switch random.below(4) {
      case 0: .between(newest.advanced(by: -Int32(random.below(9))), newest)
      case 1: .url("http://a.example/")
      default: .site(random.pick(["a.example", "b.example", "example.org"]))
      }
    let request = ForgettingRequest(scope)
    // Before the device has joined, there is nobody to tell.
    _ = try Synchronization.note(request, of: device.store, in: device.path)
    let ends = random.once(in: 8)
    if ends { try device.crash() }
    try device.store.forget(request)
    return "\(device.name) forgets \(scope)" + (ends ? ", and ends in the midst of it" : "")
  }
}

// MARK: Exchanging

extension ScheduleRun {
  /// An exchange with servers that fail now and then, after which the device may end.
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

  /// An exchange with a server that leaves out, repeats, reorders or changes what there is, or is behind.
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

  /// An exchange in which the device's file cannot be written from some call of servers on, or from some
  /// writing of its log on; then it ends.
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

  /// An exchange that is interleaved with one of another device.
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

  /// Whether servers have lost or changed something: behind the end that they have lost others may have gone on.
  private func isOfServers(_ failure: SyncError) -> Bool {
    [.lost, .forged].contains(failure.reason)
  }

  /// Whether a device may fail so where servers do.
  func isExpected(_ failure: SyncError) -> Bool { failure.isTemporary || isOfServers(failure) }

  /// Fills servers again that fail as before.
  private func refill(_ device: SharedDevice) throws {
    do {
      try device.sync.refill()
    } catch let failure as SyncError {
      guard try !isReplaced(device, after: failure) else { return }
      guard failure.isTemporary else { throw Finding(description: "refilling: \(failure)") }
    }
  }

  /// Joins, no matter how often it is interrupted.
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

  /// Notes the number that a device has.
  private func note(_ device: SharedDevice) {
    guard let syncState = try? SyncState.read(of: device.store, in: device.path) else { return }
    numbers[syncState.number, default: []].insert(syncState.box.open)
  }
}

// MARK: The end

extension ScheduleRun {
  /// Has all devices hear of each other.
  ///
  /// - Throws: ``Finding`` where they do not have the same then.
  func end() throws {
    for device in profile.devices {
      device.stream.recover()
      try noticeEnd(on: device)
    }
    // Where nothing is lost, it is an exchange. That a stream has split where its end was lost is seen by those
    // who read on; what one device cannot fill again another can.
    for _ in 0..<2 { for device in profile.devices { _ = try failureOfRefilling(device) } }
    for device in profile.devices {
      if let failure = try failureOfRefilling(device) { throw failure }
    }
    if !restored.isEmpty || hasNumberTwice || !removed.isEmpty { try replaceContradicted() }
    try profile.settle()
    let library = try profile.devices[0].library()
    try require(profile.disagreement())
    try requireNoRepetition()
    // Nobody has told anything twice: a device that joins now finds as many events as there are.
    try profile.add("late")
    let late = profile.devices[profile.devices.count - 1]
    note(late)
    let created = profile.stream.created
    // What others have read may be spoilt meanwhile.
    for device in profile.devices { _ = try failureOfRefilling(device) }
    try profile.settle()
    try require(profile.disagreement())
    // Where it has filled them again, the order may be another one.
    if try profile.stream.created == created && late.library() != library {
      throw Finding(description: "A late device has another library.")
    }
  }

  /// Why a device cannot fill servers again; nil if it can, or another joins in its place.
  func failureOfRefilling(_ device: SharedDevice) throws -> SyncError? {
    do {
      try device.sync.refill()
    } catch let failure as SyncError {
      return try isReplaced(device, after: failure) ? nil : failure
    }
    return nil
  }

  /// Requires that no bookmark is there twice.
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
