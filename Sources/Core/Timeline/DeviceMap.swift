public import BrowserModel

/// An event by the device that wrote it and its number in the log of that device: what it is
/// called in every log.
public struct EventOrigin: Hashable, Sendable {
  /// The number of the device.
  public var device: UInt32
  /// The number of the event in its log.
  public var sequence: EventID

  /// Creates an origin; nothing is checked.
  public init(device: UInt32, sequence: EventID) {
    self.device = device
    self.sequence = sequence
  }
}

/// Where the events of other devices stand in a log.
///
/// It is worked out from the log, event by event (``note(_:)``):
///
/// ```swift
/// var map = DeviceMap(of: 1)
/// map.note(event)
/// let here = map.event(EventOrigin(device: 2, sequence: EventID(7)))
/// ```
///
/// Events of one device arrive in the order in which it wrote them.
public struct DeviceMap: Sendable {
  /// The number of the device whose log it is.
  public let device: UInt32
  /// Events that follow each other in both logs, by their place in this one.
  private var runs: ContiguousArray<Run> = []
  /// The places in ``runs`` of what each device wrote, in its order.
  private var runsOfDevices: [UInt32: ContiguousArray<Int>] = [:]

  private struct Run {
    let origin: EventOrigin
    let event: EventID
    var count: Int32 = 1

    func contains(_ number: EventID, from first: EventID) -> Bool {
      first <= number && number < first.advanced(by: count)
    }
  }

  /// Creates the map of a log without events of other devices.
  ///
  /// - Parameter device: The number of the device whose log it is.
  public init(of device: UInt32) { self.device = device }

  /// Takes note of an event, which is newer than those before.
  public mutating func note(_ event: borrowing Event) {
    guard event.device != 0 else { return }
    let sequence = EventID(event.deviceSequence)
    note(EventOrigin(device: event.device, sequence: sequence), event.sequence)
  }

  private mutating func note(_ origin: EventOrigin, _ event: EventID) {
    if let last = runsOfDevices[origin.device]?.last, last == runs.count - 1 {
      let run = runs[last]
      if run.event.advanced(by: run.count) == event,
        run.origin.sequence.advanced(by: run.count) == origin.sequence
      {
        runs[last].count += 1
        return
      }
    }
    runsOfDevices[origin.device, default: []].append(runs.count)
    runs.append(Run(origin: origin, event: event))
  }

  /// Takes note of a batch of another device whose first event has a number in this log.
  public mutating func note(_ batch: SharedBatch, from first: EventID) {
    for (index, record) in batch.records.enumerated() {
      note(
        EventOrigin(device: batch.device, sequence: record.sequence),
        first.advanced(by: Int32(index)))
    }
  }

  /// Returns the event of this log that stands for one; nil if it has not arrived.
  ///
  /// - Complexity: O(log events)
  public func event(_ origin: EventOrigin) -> EventID? {
    if origin.device == device { return origin.sequence }
    guard let places = runsOfDevices[origin.device] else { return nil }
    let end = places.endOfPrefix { runs[$0].origin.sequence <= origin.sequence }
    guard end > 0 else { return nil }
    let run = runs[places[end - 1]]
    guard run.contains(origin.sequence, from: run.origin.sequence) else { return nil }
    return run.event.advanced(by: origin.sequence.rawValue - run.origin.sequence.rawValue)
  }

  /// Returns what an event of this log is called in every log.
  ///
  /// - Complexity: O(log events)
  public func origin(of event: EventID) -> EventOrigin {
    let end = runs.endOfPrefix { $0.event <= event }
    if end > 0, runs[end - 1].contains(event, from: runs[end - 1].event) {
      let run = runs[end - 1]
      let offset = event.rawValue - run.event.rawValue
      return EventOrigin(
        device: run.origin.device, sequence: run.origin.sequence.advanced(by: offset))
    }
    return EventOrigin(device: device, sequence: event)
  }

  /// Returns the newest event of a device that has arrived, in its numbering; `EventID.nothing`
  /// if none has.
  public func newest(of device: UInt32) -> EventID {
    guard let place = runsOfDevices[device]?.last else { return .nothing }
    return runs[place].origin.sequence.advanced(by: runs[place].count - 1)
  }

  /// Returns the event by which the first of a device arrived; nil if none has.
  public func arrival(of device: UInt32) -> EventID? {
    runsOfDevices[device]?.first.map { runs[$0].event }
  }
}

extension ContiguousArray {
  /// Returns the end of the elements at the beginning that are wanted, where no others are.
  fileprivate func endOfPrefix(_ isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
