internal import BrowserModel
internal import CommandKit
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Devices that share the profile.
extension CommandContext {
  /// Returns the devices in the state shown, with their names.
  func deviceNames() throws -> DeviceNames {
    let devices = shownTimeline(isPrivate: false).devices
    // Most profiles are on a single device, which needs no reading.
    guard !devices.isEmpty else { return DeviceNames() }
    // A device keeps its number, so the present numbers are also valid for the past.
    let ordinals = store.timeline.deviceOrdinals
    return try read { DeviceNames(devices, ordinals, $0) }
  }

  /// Returns the device with a name or number.
  func device(_ text: String) throws -> Device { try deviceNames().device(text) }

  /// Returns a copy of this context that shows the device specified by “--device”, or the context
  /// itself if the option is absent.
  func looking(atDeviceOf arguments: Arguments) throws -> CommandContext {
    guard let text = arguments.text("device") else { return self }
    return try looking(at: device(text))
  }

  /// Returns a copy of this context that shows the newest state that had been received from a
  /// device by the moment shown.
  func looking(at device: Device) throws -> CommandContext {
    guard !device.isThis else { return self }
    let timeline = shownTimeline(isPrivate: false)
    let other = try store.timeline(ofDevice: device.number, upTo: timeline)
    var context = self
    context.past = ShownMoment(other ?? timeline, in: store)
    context.isPrivateFocused = false
    return context
  }

  /// Adds data from other events to lines: the page of a received tab, and the devices involved.
  package func completed(_ lines: [EventLine]) throws -> [EventLine] {
    let names = try deviceNames()
    var known: [EventLine] = []
    for var line in lines {
      if !names.all.isEmpty { line.devices = try devices(of: line.event, names) }
      if case .tab(.restored(let body)) = line.event.body, !body.tab.exists {
        line.page = try page(ofTabMadeBy: line.event)
      }
      known.append(line)
    }
    return known
  }

  package func completed(_ line: EventLine) throws -> EventLine {
    try completed([line])[0]
  }

  /// Returns the page that a received tab showed when an event opened it.
  private func page(ofTabMadeBy made: Event) throws -> EntryRestored? {
    var page: EntryRestored?
    try visitEventsOfAllLines(
      isPrivate: made.sequence.isPrivate, from: made.sequence.advanced(by: 1)
    ) { event, _ in
      guard event.batch == made.batch, case .tab(.entryRestored(let body)) = event.body,
        body.tab.event == made.sequence
      else { return false }
      if body.isCurrent { page = body }
      return page == nil
    }
    return page
  }

  private func devices(
    of event: Event, _ names: DeviceNames
  ) throws -> EventDevices {
    var devices = EventDevices()
    devices.writer = names.writer(of: event)
    switch event.body {
    case .device(.sent(let body)): devices.recipient = names[UInt32(max(body.recipient, 0))]
    case .device(.joined(let body)):
      let number = event.device == 0 ? UInt32(max(body.number, 0)) : event.device
      devices.isRename = names.all.contains { $0.number == number && $0.joined != event.sequence }
    default: break
    }
    guard event.cause.exists,
      let cause = try readEvent(event.cause, { cause, _ in cause.device }), cause != event.device
    else { return devices }
    devices.origin = (cause == 0 ? names.own : cause).map { names[$0] }
    return devices
  }
}
