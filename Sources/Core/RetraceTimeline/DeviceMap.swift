public import BrowserModel

/// The positions of other devices' events in a log.
///
/// The map is built from the log, event by event (``note(_:)``):
///
/// ```swift
/// var map = DeviceMap(of: 1)
/// map.note(event)
/// let here = map.event(EventOrigin(device: 2, sequence: EventID(7)))
/// ```
///
/// The events of one device arrive in the order in which that device wrote them.
public struct DeviceMap: Sendable {
  /// The number of the device of this log.
  public let device: UInt32
  /// Runs of events that are consecutive both in this log and in the log of the device that wrote
  /// them, in the order of this log.
  private var runs: ContiguousArray<Run> = []
  /// The indexes in ``runs`` of the events of each device, in the order of that device.
  private var runsOfDevices: [UInt32: ContiguousArray<Int>] = [:]
  /// The previous numbers of the device, oldest first.
  private var previousNumbers: ContiguousArray<PreviousNumber> = []

  /// A previous number of the device of this log, and the newest event that the device wrote under
  /// that number.
  private struct PreviousNumber {
    let device: UInt32
    let through: EventID
  }

  /// The newest event that the device of this log wrote under a previous number, or
  /// `EventID.nothing` if the device had no previous number. Other devices have everything up to
  /// this event.
  public var previousThrough: EventID { previousNumbers.last?.through ?? .nothing }

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
  /// - Parameter device: The number of the device of the log.
  public init(of device: UInt32) { self.device = device }

  /// Records an event, which must be newer than all previous events.
  public mutating func note(_ event: borrowing Event) {
    guard event.device != 0 else {
      if case .device(.joined(let body)) = event.body, body.former > 0, body.former != body.number {
        let through = max(min(body.continues, event.sequence), previousThrough)
        previousNumbers.append(PreviousNumber(device: UInt32(body.former), through: through))
      }
      return
    }
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

  /// Records a batch of another device, given the number of its first event in this log.
  public mutating func note(_ batch: SharedBatch, from first: EventID) {
    for (index, record) in batch.records.enumerated() {
      note(
        EventOrigin(device: batch.device, sequence: record.sequence),
        first.advanced(by: Int32(index)))
    }
  }

  /// Returns the number of an event in this log, or nil if the event has not arrived.
  ///
  /// - Complexity: O(log events)
  public func event(_ origin: EventOrigin) -> EventID? {
    if isWrittenHere(origin) { return origin.sequence }
    guard let places = runsOfDevices[origin.device] else { return nil }
    let end = places.endOfPrefix { runs[$0].origin.sequence <= origin.sequence }
    guard end > 0 else { return nil }
    let run = runs[places[end - 1]]
    guard run.contains(origin.sequence, from: run.origin.sequence) else { return nil }
    return run.event.advanced(by: origin.sequence.rawValue - run.origin.sequence.rawValue)
  }

  /// Returns the device-independent identity of an event of this log.
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
    let writer = previousNumbers.first { event <= $0.through }?.device ?? device
    return EventOrigin(device: writer, sequence: event)
  }

  /// Returns whether the device of the log wrote an event, under its current or a previous number.
  public func isWrittenHere(_ origin: EventOrigin) -> Bool {
    if origin.device == device { return true }
    var before = EventID.nothing
    for former in previousNumbers {
      if former.device == origin.device, before < origin.sequence,
        origin.sequence <= former.through
      {
        return true
      }
      before = former.through
    }
    return false
  }

  /// The ranges of events that the device of this log wrote, with the number of the device at the
  /// time of writing. Each range begins after the event `after`, and ends with the event `through`.
  public var writtenHere: [(device: UInt32, after: EventID, through: EventID)] {
    var before = EventID.nothing
    var ranges: [(device: UInt32, after: EventID, through: EventID)] = []
    for former in previousNumbers {
      ranges.append((former.device, before, former.through))
      before = former.through
    }
    ranges.append((device, before, .last))
    return ranges
  }

  /// Returns the newest event of a device that has arrived, in the numbering of that device, or
  /// `EventID.nothing` if no event has arrived.
  public func newest(of device: UInt32) -> EventID {
    guard let place = runsOfDevices[device]?.last else {
      return previousNumbers.last { $0.device == device }?.through ?? .nothing
    }
    return runs[place].origin.sequence.advanced(by: runs[place].count - 1)
  }

  /// Returns the first event of a device that arrived, in the numbering of this log, or nil if no
  /// event has arrived.
  public func arrival(of device: UInt32) -> EventID? {
    runsOfDevices[device]?.first.map { runs[$0].event }
  }
}

extension ContiguousArray {
  /// Returns the index after the last wanted element. All wanted elements must precede all other
  /// elements.
  func endOfPrefix(_ isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
