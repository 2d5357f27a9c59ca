import TestSupport
import Testing

/// Many profiles on many clusters: a directory says where each is, they move, and clusters are lost.
///
/// Of a batch only its number counts here. What devices do when a stream is gone is what `RefillTests` shows.
struct PlacementTests {
  @Test func `profiles move and clusters are lost, and all that was written is there`() {
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

/// Where profiles are, and what their devices know.
private struct Placement {
  /// How many profiles a cluster can hold, and how many it has on the mean.
  static let capacity = 550
  private static let meanLoad = 400

  private(set) var profiles: [PlacedProfile]
  private(set) var moveCount = 0
  private(set) var lostClusterCount = 0
  private(set) var batchCount = 0
  /// How many profiles the directory has on each cluster.
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

  /// The emptier one of two clusters that are drawn, unless both are fuller than others by far.
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

  /// Something happens to a profile.
  mutating func step() {
    let index = random.below(profiles.count)
    let device = random.below(profiles[index].devices.count)
    // Some devices are away for long.
    let isAway = device > 0 && (index + device) % 7 == 0
    switch random.below(1_000) {
    case 0...3: move(index)
    case 4...499:
      profiles[index].write(on: device)
      batchCount += 1
    default:
      // The directory is needed by those alone whose servers do not have the stream.
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

  /// All profiles of a cluster are given others; it comes back empty.
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

  /// All devices come back, the last ones first.
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
  /// Where the directory says that it is.
  private(set) var cluster: Int
  /// How often it has moved.
  private var moves = 0
  /// How far the stream has what each device wrote; nil where no device has founded it yet.
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

  /// A device tells and hears what is new. If it looks where the profile was, nobody is there.
  mutating func exchange(_ device: Int, reachesDirectory: Bool) {
    if devices[device].moves != moves {
      guard reachesDirectory else { return }
      devices[device].moves = moves
    }
    // It founds the stream, or adds what only it knows, also of others.
    let both = zip(stream ?? [], devices[device].known).map { max($0, $1) }
    let merged = stream == nil ? devices[device].known : both
    stream = merged
    devices[device].known = merged
  }

  /// Whether everything that was ever written is in the stream, and every device has heard of it.
  var isSettled: Bool {
    let written = devices.indices.map { devices[$0].known[$0] }
    return stream == written && devices.allSatisfy { $0.known == written }
  }
}

private struct PlacedDevice {
  /// How far it has heard of what each device wrote.
  var known: [Int]
  /// How often the profile had moved when it last asked the directory.
  var moves = 0
}
