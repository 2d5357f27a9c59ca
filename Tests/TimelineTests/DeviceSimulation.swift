import BrowserModel
import EventCoding
import RetraceTimeline
import TestSupport

/// Devices, and a stream that contains their messages in one order.
struct DeviceSimulation {
  private(set) var devices: [SimulatedDevice]
  private(set) var stream: [SharedBatch] = []
  private var random: SplitMix64
  /// The number of batches that were rejected because other batches had come first.
  private(set) var conflicts = 0
  /// The number of times that the servers lost the stream and continued with an empty stream.
  private(set) var lostStreams = 0

  init(seed: UInt64, deviceCount: Int) throws {
    random = SplitMix64(seed: seed)
    devices = (1...deviceCount).map {
      SimulatedDevice(number: UInt32($0), seed: seed &* 31 &+ UInt64($0))
    }
    for index in devices.indices {
      // Each device may have been used for a long time before it joins.
      for _ in 0..<random.below(20) { devices[index].act(among: deviceCount) }
      devices[index].join()
    }
  }

  /// Performs a random step on a random device.
  mutating func step() throws {
    let index = random.below(devices.count)
    if random.once(in: 60) {
      stream = []
      lostStreams += 1
    }
    switch random.below(10) {
    case 0...4: devices[index].act(among: devices.count)
    case 5...6: tell(index, expecting: devices[index].heard)
    case 7...8: try hear(index, atMost: 1 + random.below(5))
    default: devices[index].crash()
    }
  }

  /// Exchanges messages until all devices have received everything.
  mutating func settle() throws {
    var isDone = false
    while !isDone {
      isDone = true
      for index in devices.indices {
        try hear(index, atMost: stream.count)
        if devices[index].next() != nil {
          isDone = false
          tell(index, expecting: stream.count)
        }
      }
    }
  }

  /// Sends the next batch of a device to the stream, which accepts the batch if the device has
  /// received all previous batches. The answer is lost, so the device learns the result only from
  /// the stream.
  private mutating func tell(_ index: Int, expecting count: Int) {
    guard let batch = devices[index].next() else { return }
    guard count == stream.count, devices[index].lostStreams == lostStreams else {
      conflicts += 1
      return
    }
    stream.append(batch)
  }

  private mutating func hear(_ index: Int, atMost count: Int) throws {
    if devices[index].lostStreams != lostStreams { devices[index].lose(lostStreams) }
    try devices[index].hear(stream[devices[index].heard...].prefix(count))
  }
}
