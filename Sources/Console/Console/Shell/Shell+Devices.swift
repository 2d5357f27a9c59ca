internal import BrowserModel
internal import EventLog
internal import Store
internal import Timeline

/// What the devices of a profile are called.
struct DeviceNames {
  /// The devices, by their numbers.
  let all: [Device]
  private var names: [UInt32: String] = [:]
  /// The numbers that people see, by those that events have.
  private let ordinals: [UInt32: Int]

  fileprivate init(_ devices: [Device], _ ordinals: [UInt32: Int], _ words: LogText) {
    all = devices.sorted { $0.number < $1.number }
    self.ordinals = ordinals
    for device in devices { names[device.number] = words.text(.name, of: device.named) ?? "" }
  }

  /// The number that people see of a device: 1, 2, 3 … in the order in which the devices joined.
  func ordinal(of number: UInt32) -> Int { ordinals[number] ?? 0 }

  /// The name of a device; one without a name goes by its number.
  subscript(number: UInt32) -> VisibleText {
    guard let name = names[number], !name.isEmpty else { return "device \(ordinal(of: number))" }
    return VisibleText(name)
  }

  /// The name of the device that wrote an event; nil for this one.
  func writer(of event: Event) -> VisibleText? { event.device == 0 ? nil : self[event.device] }

  /// The number of this device; nil before it has joined others.
  var own: UInt32? { all.first(where: \.isThis)?.number }

  /// The name as it can be typed on a command line.
  func typed(_ number: UInt32) -> VisibleText {
    guard let name = names[number], Self.isWord(name), UInt32(name) == nil else {
      return "\(ordinal(of: number))"
    }
    return VisibleText(name)
  }

  private static func isWord(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.isAlphabetic == true
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar)
      }
  }

  /// The device that a text names: by its name, its number, or words that fit one name alone.
  fileprivate func device(_ text: String) throws(CommandFailure) -> Device {
    // Names are no numbers, but a device can say what it likes of its own.
    if let ordinal = Int(text),
      let device = all.first(where: { self.ordinal(of: $0.number) == ordinal })
    {
      return device
    }
    let named = all.filter { names[$0.number] == text }
    if named.count > 1 {
      let numbers = named.map { "\(ordinal(of: $0.number))" }.joined(separator: " or ")
      throw CommandFailure(
        "ambiguous", "\(named.count) devices are called “\(text)”; say \(numbers).")
    }
    if let device = named.first { return device }
    let wanted = [Needle](wordsOf: text)
    let fitting = all.filter { wanted.areIn([names[$0.number] ?? ""]) }
    if fitting.count == 1, !wanted.isEmpty { return fitting[0] }
    throw CommandFailure("noSuchDevice", "There is no device “\(text)”" + advice(text, fitting))
  }

  /// Whether a text is the name of another device than this one, or words that fit one such name alone.
  func isNameOfOther(_ text: String) -> Bool {
    guard Int(text) == nil, let device = try? device(text) else { return false }
    return !device.isThis
  }

  private func advice(_ text: String, _ fitting: [Device]) -> String {
    let named = all.map { "“\(self[$0.number].text)”" }
    guard let last = named.last else { return "; “sync init” begins to share the profile." }
    if fitting.isEmpty,
      let near = Nearest.name(to: text, among: all.compactMap { names[$0.number] })
    {
      return "; did you mean “\(near)”?"
    }
    let others = named.dropLast()
    return others.isEmpty
      ? "; there is \(last) alone." : "; there are \(others.joined(separator: ", ")) and \(last)."
  }
}

/// Devices that share the profile.
extension Shell {
  /// The devices in view, with their names.
  func deviceNames() throws(CommandFailure) -> DeviceNames {
    let devices = timelineInView(isPrivate: false).devices
    // Most profiles are on one device alone, and nothing is read for them.
    guard !devices.isEmpty else { return DeviceNames() }
    // A device has the same number at each moment of the past.
    let ordinals = store.timeline.deviceOrdinals
    return try read { DeviceNames(devices, ordinals, $0) }
  }

  /// The device that a text names.
  func device(_ text: String) throws(CommandFailure) -> Device { try deviceNames().device(text) }

  /// The same console with what is open on the device that “--device” names, if it was given.
  func looking(atDeviceOf arguments: Arguments) throws(CommandFailure) -> Shell {
    guard let text = arguments.text("device") else { return self }
    return try looking(at: device(text))
  }

  /// The same console with what is open on a device in view, as far as this one had heard at the
  /// moment in view.
  func looking(at device: Device) throws(CommandFailure) -> Shell {
    guard !device.isThis else { return self }
    let timeline = timelineInView(isPrivate: false)
    let other = try failing { () throws(LogFailure) in
      try store.timeline(ofDevice: device.number, upTo: timeline)
    }
    var shell = self
    shell.past = MomentInView(other ?? timeline, in: store)
    shell.isPrivateFocused = false
    return shell
  }

  /// Adds what other events say of some: the page of a tab that came from elsewhere, and what devices
  /// have to do with it.
  func completed(_ lines: [EventLine]) throws(CommandFailure) -> [EventLine] {
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

  func completed(_ line: EventLine) throws(CommandFailure) -> EventLine {
    try completed([line])[0]
  }

  /// The page that a tab showed when it came from elsewhere.
  private func page(ofTabMadeBy made: Event) throws(CommandFailure) -> EntryRestored? {
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
  ) throws(CommandFailure) -> EventDevices {
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

/// What devices have to do with an event, by their names.
struct EventDevices {
  /// The one that wrote it; nil for this one.
  var writer: VisibleText?
  /// The one on which it began, where that is another than the one that wrote it: a tab was taken
  /// over or sent.
  var origin: VisibleText?
  /// The one that something was sent to.
  var recipient: VisibleText?
  /// Whether it gave a device another name that had joined before.
  var isRename = false
}

extension DeviceNames {
  /// None.
  fileprivate init() {
    all = []
    ordinals = [:]
  }
}
