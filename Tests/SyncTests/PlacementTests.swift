import TestSupport
import Testing

/// Many profiles on many clusters. A directory stores the cluster of each profile, profiles move,
/// and clusters are lost.
///
/// A batch is only a number here. `RefillTests` tests the behaviour of devices after the loss of a
/// stream.
struct PlacementTests {
  @Test func `profiles move and clusters are lost without the loss of any batch`() {
    var placement = Placement(profileCount: LongRun.placedProfiles, seed: 1)
    for _ in 0..<10 {
      for _ in 0..<LongRun.placedProfiles { placement.step() }
      placement.loseCluster()
    }
    #expect(placement.largestLoad <= Placement.capacity)
    #expect(placement.moveCount > LongRun.placedProfiles / 50)
    placement.settle()
    let unsettled = placement.profiles.count { !$0.isSettled }
    #expect(unsettled == 0)
    LongRun.tell(
      "\(placement.profiles.count) profiles, \(placement.batchCount) batches, "
        + "\(placement.moveCount) moves, \(placement.lostClusterCount) clusters lost: nothing lost")
  }
}

/// The clusters of all profiles, and the data of their devices.
private struct Placement {
  /// The maximum number of profiles on a cluster, and their average number.
  static let capacity = 550
  private static let meanLoad = 400

  private(set) var profiles: [PlacedProfile]
  private(set) var moveCount = 0
  private(set) var lostClusterCount = 0
  private(set) var batchCount = 0
  /// The number of profiles on each cluster, according to the directory.
  private var loads: [Int]
  private(set) var largestLoad = 0
  private var random: SplitMix64

  init(profileCount: Int, seed: UInt64) {
    random = SplitMix64(seed: seed)
    loads = Array(repeating: 0, count: max(profileCount / Self.meanLoad, 4))
    profiles = []
    for _ in 0..<profileCount {
      let cluster = emptierCluster(besides: nil)
      add(to: cluster)
      profiles.append(PlacedProfile(deviceCount: 1 + random.below(4), on: cluster))
    }
  }

  private mutating func add(to cluster: Int) {
    loads[cluster] += 1
    largestLoad = max(largestLoad, loads[cluster])
  }

  /// Returns the emptier of two random clusters. If it is far fuller than the average, two others
  /// are drawn.
  private mutating func emptierCluster(besides former: Int?) -> Int {
    let limit = 9 * profiles.count / (8 * (loads.count - 1))
    while true {
      var drawn: [Int] = []
      while drawn.count < 2 {
        let cluster = random.below(loads.count)
        if cluster != former { drawn.append(cluster) }
      }
      let emptier = loads[drawn[0]] <= loads[drawn[1]] ? drawn[0] : drawn[1]
      if loads[emptier] <= limit { return emptier }
    }
  }

  /// Performs a random event of a profile.
  mutating func step() {
    let index = random.below(profiles.count)
    let device = random.below(profiles[index].devices.count)
    // Some devices are away for a long time.
    let isAway = device > 0 && (index + device) % 7 == 0
    switch random.below(1_000) {
    case 0...3: move(index)
    case 4...499:
      profiles[index].write(on: device)
      batchCount += 1
    default:
      // Only devices whose servers do not have the stream need the directory.
      if !isAway { profiles[index].exchange(device, reachesDirectory: !random.once(in: 10)) }
    }
  }

  private mutating func move(_ index: Int) {
    let former = profiles[index].cluster
    let cluster = emptierCluster(besides: former)
    loads[former] -= 1
    add(to: cluster)
    profiles[index].move(to: cluster)
    moveCount += 1
  }

  /// Assigns all profiles of a cluster to other clusters. The cluster returns empty.
  mutating func loseCluster() {
    let cluster = random.below(loads.count)
    lostClusterCount += 1
    for index in profiles.indices where profiles[index].cluster == cluster {
      let other = emptierCluster(besides: cluster)
      loads[cluster] -= 1
      add(to: other)
      profiles[index].move(to: other)
    }
  }

  /// Lets all devices return, last device first.
  mutating func settle() {
    for index in profiles.indices {
      for _ in 0..<2 {
        for device in profiles[index].devices.indices.reversed() {
          profiles[index].exchange(device, reachesDirectory: true)
        }
      }
    }
  }
}

/// A profile with its devices and its stream.
private struct PlacedProfile {
  /// The cluster of the profile, according to the directory.
  private(set) var cluster: Int
  /// The number of moves.
  private var moves = 0
  /// For each device, the number of its batches that the stream contains. Nil until a device has
  /// founded the stream.
  private var stream: [Int]?
  private(set) var devices: [PlacedDevice]

  init(deviceCount: Int, on cluster: Int) {
    self.cluster = cluster
    let nothing = Array(repeating: 0, count: deviceCount)
    stream = nothing
    devices = nothing.map { _ in PlacedDevice(known: nothing) }
  }

  mutating func write(on device: Int) { devices[device].known[device] += 1 }

  mutating func move(to cluster: Int) {
    self.cluster = cluster
    moves += 1
    stream = nil
  }

  /// Lets a device exchange. At the previous cluster, the device does not find the stream.
  mutating func exchange(_ device: Int, reachesDirectory: Bool) {
    if devices[device].moves != moves {
      guard reachesDirectory else { return }
      devices[device].moves = moves
    }
    // The device founds the stream, or adds data that only it has, including data of others.
    let both = zip(stream ?? [], devices[device].known).map { max($0, $1) }
    let merged = stream == nil ? devices[device].known : both
    stream = merged
    devices[device].known = merged
  }

  /// Whether the stream contains all batches, and every device has received them.
  var isSettled: Bool {
    let written = devices.indices.map { devices[$0].known[$0] }
    return stream == written && devices.allSatisfy { $0.known == written }
  }
}

private struct PlacedDevice {
  /// For each device, the number of its batches that this device has.
  var known: [Int]
  /// The number of moves when this device last queried the directory.
  var moves = 0
}
