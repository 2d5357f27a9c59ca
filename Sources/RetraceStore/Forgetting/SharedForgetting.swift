public import BrowserModel
internal import RetraceEventLog
public import RetraceTimeline

/// What a device has forgotten, in terms that every device of the profile understands.
public struct SharedForgetting: Hashable, Sendable {
  /// What is to be forgotten.
  public var scope: Scope
  /// Whether a site's name goes, too, where others mention it, as ``ForgettingRequest/takesMentions``.
  public var takesMentions = false
  /// The newest events of devices that have forgotten it, in their numbering: what they did later stays.
  public var newest: [UInt32: EventID]

  /// What is to be forgotten of the log of each device.
  ///
  /// Addresses mean whatever a device has of them when it hears of it, on all of its branches; the other
  /// scopes what the device that has forgotten had.
  public enum Scope: Hashable, Sendable {
    /// As ``ForgettingScope/url(_:)``.
    case url(String)
    /// As ``ForgettingScope/under(_:)``.
    case under(String)
    /// As ``ForgettingScope/site(_:)``.
    case site(String)
    /// The tab that an event opened, as ``ForgettingScope/tab(_:)``.
    case tab(EventOrigin)
    /// Events by the device that wrote them, in its numbering.
    case written([UInt32: RangeSet<EventID>])
  }

  /// Creates what is to be forgotten.
  public init(_ scope: Scope, takesMentions: Bool = false, newest: [UInt32: EventID]) {
    self.scope = scope
    self.takesMentions = takesMentions
    self.newest = newest
  }

  /// Returns the same for a device that joins again: what it wrote after an event is of device 0, until its new
  /// number is known (``numbered(_:)``).
  ///
  /// - Parameter past: The former number of the device, and the newest event that keeps this number.
  public func continued(behind past: EventOrigin) -> SharedForgetting {
    var other = self
    if let newest = newest[past.device], newest > past.sequence {
      other.newest[past.device] = past.sequence.exists ? past.sequence : nil
      other.newest[0] = newest
    }
    switch scope {
    case .tab(let opened) where opened.device == past.device && opened.sequence > past.sequence:
      other.scope = .tab(EventOrigin(device: 0, sequence: opened.sequence))
    case .written(var ranges):
      guard let own = ranges[past.device] else { break }
      let later = own.intersection(RangeSet(past.sequence.advanced(by: 1)..<EventID.last))
      ranges[past.device] = own.subtracting(later)
      ranges[0] = later.union(ranges[0] ?? RangeSet())
      other.scope = .written(ranges.filter { !$0.value.isEmpty })
    default: break
    }
    return other
  }

  /// Returns the same with the number of a device that has joined again.
  public func numbered(_ device: UInt32) -> SharedForgetting {
    var other = self
    other.newest = newest.renamed(0, to: device)
    switch scope {
    case .tab(let opened) where opened.device == 0:
      other.scope = .tab(EventOrigin(device: device, sequence: opened.sequence))
    case .written(let ranges): other.scope = .written(ranges.renamed(0, to: device))
    default: break
    }
    return other
  }

  /// Returns ranges of events as the log of a device has them: what it wrote itself, also under a former
  /// number, is that of device 0.
  private static func here(
    _ ranges: [UInt32: RangeSet<EventID>], _ map: DeviceMap
  ) -> [UInt32: RangeSet<EventID>] {
    var here = ranges
    here[map.device] = nil
    var own = RangeSet<EventID>()
    for part in map.writtenHere where part.behind < part.through {
      guard let ranges = ranges[part.device] else { continue }
      let end = part.through == .last ? .last : part.through.advanced(by: 1)
      let part = RangeSet(part.behind.advanced(by: 1)..<end)
      own.formUnion(ranges.intersection(part))
    }
    if !own.isEmpty { here[0] = own }
    return here
  }

  /// Returns what it is in the log of a device, or nil if the log has nothing of it.
  fileprivate func request(_ map: DeviceMap) -> ForgettingRequest? {
    let scope: ForgettingScope
    switch self.scope {
    case .url(let url): scope = .url(url)
    case .under(let url): scope = .under(url)
    case .site(let host): scope = .site(host)
    case .tab(let opened):
      guard let event = map.event(opened) else { return nil }
      scope = .tab(TabID(event))
    case .written(let ranges): scope = .written(Self.here(ranges, map))
    }
    var request = ForgettingRequest(scope, takesMentions: takesMentions)
    request.newest = newest.renamed(map.device, to: 0)
    return request
  }
}

extension DeviceSharing {
  /// Returns a request of this device as the other devices understand it. Nothing is forgotten.
  ///
  /// - Parameter request: What is forgotten of the log as it is now.
  /// - Throws: ``StoreFailure/refused(_:)`` with `Refusal.Code.notAllowed` before the device has
  ///   joined others; ``StoreFailure/log(_:)``.
  /// - Complexity: O(events) where a range of events is forgotten.
  public mutating func shared(
    _ request: ForgettingRequest
  ) throws(StoreFailure) -> SharedForgetting {
    let map = try map()
    let newest = store.timeline.position
    var newestOfDevices = [map.device: newest]
    let scope: SharedForgetting.Scope
    switch request.scope {
    case .url(let url): scope = .url(url)
    case .under(let url): scope = .under(url)
    case .site(let host): scope = .site(host)
    case .tab(let tab):
      let opened = map.origin(of: tab.event)
      scope = .tab(opened)
      // Of another device's tab it is what this one had of it.
      if opened.device != map.device {
        newestOfDevices[opened.device] = map.newest(of: opened.device)
      }
    case .written(let ranges): scope = .written(ranges.renamed(0, to: map.device))
    case .between(let first, let last): scope = .written(try written(behind: first, last, map))
    case .everything: scope = .written(try written(behind: .nothing, newest, map))
    }
    return SharedForgetting(
      scope, takesMentions: request.takesMentions, newest: newestOfDevices)
  }

  /// Returns the same without what this device does from now on, unless it says what is the newest of it.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` with `Refusal.Code.notAllowed` before the device has
  ///   joined others; ``StoreFailure/log(_:)``.
  public mutating func upToNow(
    _ forgetting: SharedForgetting
  ) throws(StoreFailure) -> SharedForgetting {
    let device = try map().device
    var other = forgetting
    other.newest[device] = forgetting.newest[device] ?? store.timeline.position
    return other
  }

  /// Returns what another device has forgotten as a request of this log, or nil if the log has
  /// nothing of it.
  ///
  /// - Throws: ``StoreFailure/refused(_:)`` with `Refusal.Code.notAllowed` before the device has
  ///   joined others; ``StoreFailure/log(_:)``.
  public mutating func request(
    _ forgetting: SharedForgetting
  ) throws(StoreFailure) -> ForgettingRequest? {
    forgetting.request(try map())
  }

  /// The first and the last event of each device in a part of this log, each in its device's numbering.
  private func written(
    behind first: EventID, _ last: EventID, _ map: DeviceMap
  ) throws(StoreFailure) -> [UInt32: RangeSet<EventID>] {
    var bounds: [UInt32: ClosedRange<EventID>] = [:]
    guard first < last else { return [:] }
    try store.failing { () throws(LogFailure) in
      try store.log.read { (reader) throws(LogFailure) in
        try reader.visitEvents(
          from: first.advanced(by: 1), through: last, backwards: false, damaged: { _ in },
          { event, _ in
            let device =
              event.device == 0 ? map.origin(of: event.sequence).device : event.device
            let number = event.numberThere
            let known = bounds[device] ?? number...number
            bounds[device] = min(known.lowerBound, number)...max(known.upperBound, number)
            return true
          })
      }
    }
    return bounds.mapValues { RangeSet($0.lowerBound..<$0.upperBound.advanced(by: 1)) }
  }
}

extension Dictionary where Key == UInt32 {
  /// The same with another number for a device: this one is 0 in its own log. A number that would be there
  /// twice means nothing.
  fileprivate func renamed(_ device: UInt32, to other: UInt32) -> Self {
    Dictionary(map { ($0 == device ? other : $0, $1) }) { first, _ in first }
  }
}
