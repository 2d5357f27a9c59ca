public import BrowserModel
internal import RetraceEventLog
public import RetraceTimeline

/// A forget request of a device, in terms that every device of the profile understands.
public struct SharedForgetting: Hashable, Sendable {
  /// The scope to forget.
  public var scope: Scope
  /// Whether a site's name is also removed from other things that mention it. See
  /// ``ForgettingRequest/includesMentions``.
  public var includesMentions = false
  /// For each device that has performed the request, the newest event that the request covers, in
  /// the numbering of that device. Later events of these devices are not forgotten.
  public var newest: [UInt32: EventID]

  /// The part of each device's log to forget.
  ///
  /// A scope with an address covers everything that a device has when it receives the request, on
  /// all of its branches. The other scopes cover only data that the requesting device had.
  public enum Scope: Hashable, Sendable {
    /// See ``ForgettingScope/url(_:)``.
    case url(String)
    /// See ``ForgettingScope/under(_:)``.
    case under(String)
    /// See ``ForgettingScope/site(_:)``.
    case site(String)
    /// The tab that an event opened. See ``ForgettingScope/tab(_:)``.
    case tab(EventOrigin)
    /// Events by the device that wrote them, in its numbering.
    case written([UInt32: RangeSet<EventID>])
  }

  /// Creates a shared forget request.
  public init(_ scope: Scope, includesMentions: Bool = false, newest: [UInt32: EventID]) {
    self.scope = scope
    self.includesMentions = includesMentions
    self.newest = newest
  }

  /// Returns the same request for a device that joins again. Events that the device wrote after a
  /// given event belong to device 0 until its new number is known (``numbered(_:)``).
  ///
  /// - Parameter past: The previous number of the device, and the newest event that still belongs
  ///   to this number.
  public func continued(after past: EventOrigin) -> SharedForgetting {
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

  /// Returns the same request with the number of a device that has joined again.
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

  /// Returns ranges of events in the numbering of a device's log. The device's own events,
  /// including events under a previous number, belong to device 0.
  private static func here(
    _ ranges: [UInt32: RangeSet<EventID>], _ map: DeviceMap
  ) -> [UInt32: RangeSet<EventID>] {
    var here = ranges
    here[map.device] = nil
    var own = RangeSet<EventID>()
    for part in map.writtenHere where part.after < part.through {
      guard let ranges = ranges[part.device] else { continue }
      let end = part.through == .last ? .last : part.through.advanced(by: 1)
      let part = RangeSet(part.after.advanced(by: 1)..<end)
      own.formUnion(ranges.intersection(part))
    }
    if !own.isEmpty { here[0] = own }
    return here
  }

  /// Returns the request for the log of a device, or nil if the log contains nothing that the
  /// request covers.
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
    var request = ForgettingRequest(scope, includesMentions: includesMentions)
    request.newest = newest.renamed(map.device, to: 0)
    return request
  }
}

extension DeviceSharing {
  /// Returns a request of this device in a form that other devices understand. The request is not
  /// performed.
  ///
  /// - Parameter request: The request for the log in its current state.
  /// - Throws: `Refusal` with `Refusal.Code.notAllowed` before the device has joined other devices;
  ///   `LogError`.
  /// - Complexity: O(events) if a range of events is forgotten.
  public mutating func shared(
    _ request: ForgettingRequest
  ) throws -> SharedForgetting {
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
      // For a tab of another device, the request covers the events that this device had received.
      if opened.device != map.device {
        newestOfDevices[opened.device] = map.newest(of: opened.device)
      }
    case .written(let ranges): scope = .written(ranges.renamed(0, to: map.device))
    case .between(let first, let last): scope = .written(try written(after: first, last, map))
    case .everything: scope = .written(try written(after: .nothing, newest, map))
    }
    return SharedForgetting(
      scope, includesMentions: request.includesMentions, newest: newestOfDevices)
  }

  /// Returns the same request without future events of this device, unless the request already
  /// states the newest event to cover.
  ///
  /// - Throws: `Refusal` with `Refusal.Code.notAllowed` before the device has joined other devices;
  ///   `LogError`.
  public mutating func limitedToPresent(
    _ forgetting: SharedForgetting
  ) throws -> SharedForgetting {
    let device = try map().device
    var other = forgetting
    other.newest[device] = forgetting.newest[device] ?? store.timeline.position
    return other
  }

  /// Returns the request of another device for this log, or nil if the log contains nothing that
  /// the request covers.
  ///
  /// - Throws: `Refusal` with `Refusal.Code.notAllowed` before the device has joined other devices;
  ///   `LogError`.
  public mutating func request(
    _ forgetting: SharedForgetting
  ) throws -> ForgettingRequest? {
    forgetting.request(try map())
  }

  /// Returns, for each device, the range from its first to its last event in a part of this log, in
  /// the device's numbering.
  private func written(
    after first: EventID, _ last: EventID, _ map: DeviceMap
  ) throws -> [UInt32: RangeSet<EventID>] {
    var bounds: [UInt32: ClosedRange<EventID>] = [:]
    guard first < last else { return [:] }
    try store.log.read { reader in
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
    return bounds.mapValues { RangeSet($0.lowerBound..<$0.upperBound.advanced(by: 1)) }
  }
}

extension Dictionary where Key == UInt32 {
  /// Returns the dictionary with a device renumbered, because a device has the number 0 in its own
  /// log. If the new number already occurs, the request is invalid.
  fileprivate func renamed(_ device: UInt32, to other: UInt32) -> Self {
    Dictionary(map { ($0 == device ? other : $0, $1) }) { first, _ in first }
  }
}
