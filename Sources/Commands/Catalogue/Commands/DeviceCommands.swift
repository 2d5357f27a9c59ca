internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Commands about the devices that share the profile, and about sending tabs between them.
enum DeviceCommands {
  static let all: [ConsoleCommand] = [devices, take, send]

  private static let devices = CommandCatalogue.command(
    CommandDeclaration(
      "devices", in: .devices, .reads, "list the devices that have joined the profile",
      details: [
        "A DEVICE, here and elsewhere, is a name or a number. Devices are numbered 1, 2, 3 … in "
          + "the order in which they joined. A removed device stays in the list, marked as "
          + "removed, so that its number is not reused. Other devices are shown as last received. "
          + "The time is that of a device's newest action."
      ],
      answers: listMembers.shape,
      examples: [.init("devices", "list the devices and their numbers of open tabs")])
  ) { context, _ throws in
    let names = try context.deviceNames()
    if names.all.isEmpty, !context.printsJSON { return Answer(SafeText(notSharedSentence)) }
    let newest = try newestEvents(of: names.all, in: context)
    let removed = try removedDevices(names.all, in: context)
    var rows: [Row] = []
    for device in names.all {
      let browser = try context.looking(at: device).durableBrowser
      rows.append(
        Row(
          device: device, ordinal: names.ordinal(of: device.number), name: names[device.number],
          windows: browser.windowOrder.count,
          tabs: browser.tabCount, newest: newest[device.number],
          isRemoved: removed.contains(device.number)))
    }
    return context.printsJSON ? Answer(json: rows, listMembers) : answer(rows, in: context)
  }

  private static let take = CommandCatalogue.command(
    CommandDeclaration(
      "take", in: .devices, .writes, "open a tab of another device here, with its history",
      details: [
        "The tab is copied with its history and scroll positions, but not its zoom, and stays open "
          + "on the other device. Without TAB, the active tab is opened. One “undo” reverts this."
      ],
      takes: [.required("device", .otherDevice), .optional("tab", .tab)],
      examples: [
        .init("take phone", "continue here with the phone's active tab"),
        .init("take phone 3", "open the phone's third tab, as numbered by “tabs --device phone”"),
        .init("take phone 2:3", "open the third tab of the phone's second window"),
        .init("take phone rust book", "open the only tab that has both words"),
      ])
  ) { context, arguments throws in
    let device = try otherDevice(arguments, in: context)
    let name = try context.deviceNames()[device.number]
    let tab = try tab(arguments.reference("tab"), of: device, named: name, in: context)
    let performed = try context.perform(.take(TakenTab(tab)))
    let id = performed.arrivedTab
    context.moveFocus(to: id)
    return context.answer(performed, context.sentence("took from \(name) as", id))
  }

  private static let send = CommandCatalogue.command(
    CommandDeclaration(
      "send", in: .devices, .writes,
      "send a tab to another device, which opens it in the background",
      details: [
        "The tab is sent with its history, and stays open here. The other device opens it once, "
          + "when it receives it. “undo” cancels sending the tab if it has not arrived. If it has "
          + "arrived, “undo” reports this, and the tab stays open on the other device. A private "
          + "tab cannot be sent."
      ],
      takes: [.list("tab", .tab), .required("device", .otherDevice)],
      examples: [
        .init("send 3 phone", "open the third tab on the phone"),
        .init("send 2-5 phone", "send four tabs at once"),
        .init("send \"rust book\" desk", "send the only tab that has both words"),
      ])
  ) { context, arguments throws in
    try refuseDeviceFirst(arguments, in: context)
    let device = try otherDevice(arguments, in: context)
    let tabs = try context.tabs(arguments.references("tab"))
    let name = try context.deviceNames()[device.number]
    try refuseRemoved(device, in: context)
    let performed = try context.perform(asOne: tabs.map { .send($0.id, to: device.number) })
    let sent = tabs.count == 1 ? context.readLabel(of: tabs[0]) : .counted(tabs.count, "tab")
    return context.answer(performed, "sent to \(name): \(sent)")
  }

  /// Returns the numbers of the removed devices, which are known only to the sync program.
  private static func removedDevices(
    _ devices: [Device], in context: CommandContext
  ) throws -> Set<UInt32> {
    guard devices.count > 1, context.store.log.directory != nil else { return [] }
    let call = try HelperCall.words(for: Arguments(HelperCommands.removed), in: context)
    let program = try HelperProcess(.sync, call, input: "")
    return Set(try program.answer().split(separator: " ").compactMap { UInt32($0) })
  }

  /// Rejects sending to or from a device that was removed.
  private static func refuseRemoved(_ device: Device, in context: CommandContext)
    throws
  {
    let names = try context.deviceNames()
    let removed = try removedDevices(names.all, in: context)
    let ends = names.all.filter { $0.isThis || $0.number == device.number }
    guard let end = ends.first(where: { removed.contains($0.number) }) else { return }
    let name = end.isThis ? "This device" : "“\(names[end.number].text)”"
    throw CommandError(
      "sync",
      "\(name) was removed from the devices that share the profile, so sent tabs do not arrive.")
  }

  /// The message shown if no other device shares the profile.
  fileprivate static let notSharedSentence =
    "This profile is on only one device; “sync init” shares it with others."

  /// Rejects a device that precedes the tabs, as in “send phone 3”. In this case, the first
  /// argument specifies another device and matches no tab, and the last argument does not specify
  /// another device.
  private static func refuseDeviceFirst(
    _ arguments: Arguments, in context: CommandContext
  ) throws {
    let names = try context.deviceNames()
    let last = arguments.text("device") ?? ""
    guard let first = arguments.references("tab").first, case .words(let name) = first,
      names.isNameOfOther(name), !names.isNameOfOther(last), (try? context.tabs([first])) == nil
    else { return }
    func typed(_ text: String) -> String { text.contains(" " as Character) ? "\"\(text)\"" : text }
    throw CommandError(
      "noSuchDevice",
      "The tabs come first, and then the device: “send \(typed(last)) \(typed(name))”.")
  }

  /// Returns the device specified by an argument, which must not be this device.
  private static func otherDevice(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> Device {
    guard try !context.deviceNames().all.isEmpty else {
      throw CommandError("noSuchDevice", notSharedSentence)
    }
    let device = try context.device(arguments.text("device") ?? "")
    guard device.isThis else { return device }
    let name = try context.deviceNames()[device.number].text
    throw CommandError(
      "noSuchDevice", "“\(name)” is this device; “duplicate” copies a tab on it.")
  }

  /// Returns a tab of another device. The default is the active tab of that device.
  private static func tab(
    _ reference: Reference?, of device: Device, named name: SafeText, in context: CommandContext
  ) throws -> Tab {
    let other = try context.looking(at: device)
    guard !other.durableBrowser.windowOrder.isEmpty else {
      throw CommandError(
        "emptyBrowser", "No tab is open on \(name.text), as far as is known here.")
    }
    return try other.tab(reference)
  }

  /// Returns the newest event of each device in the state shown, by the devices' numbers.
  private static func newestEvents(
    of devices: [Device], in context: CommandContext
  ) throws -> [UInt32: (event: EventID, time: Timestamp)] {
    var newest: [UInt32: (event: EventID, time: Timestamp)] = [:]
    let own = devices.first(where: \.isThis)?.number
    try context.visitShownEvents(isPrivate: false) { event, _ in
      // Events written by an exchange do not describe user activity.
      switch event.body {
      case .device(.accepted), .device(.orderLost): return true
      default: break
      }
      let number = event.device == 0 ? own ?? 0 : event.device
      if newest[number] == nil {
        newest[number] = (event.sequence, Timestamp(milliseconds: event.milliseconds))
      }
      return newest.count < devices.count
    }
    return newest
  }

  /// A device in the list of `devices`.
  private struct Row {
    let device: Device
    /// The number shown to users.
    let ordinal: Int
    let name: SafeText
    let windows: Int
    let tabs: Int
    let newest: (event: EventID, time: Timestamp)?
    let isRemoved: Bool
  }

  private static let listMembers = AnswerMembers<[Row]>(list: "devices") { device in
    device.member("number", "1, 2, 3 … in the order in which they joined") { $0.ordinal }
    device.member("id", "its number in the events of the log") { $0.device.number }
    device.member("name") { $0.name.text }
    device.member("this", "whether it is this device") { $0.device.isThis }
    device.member("windows", "the number of windows open on the device") { $0.windows }
    device.member("tabs") { $0.tabs }
    device.member("sequence", "its newest event in this log") {
      $0.newest?.event ?? $0.device.joined
    }
    device.member("time", "when that event happened, by the device's clock") { $0.newest?.time }
    device.flag("removed", "whether the device no longer shares the profile") { $0.isRemoved }
  }

  /// Returns the last column of a row.
  private static func remark(on row: Row, in context: CommandContext) -> SafeText {
    let use: SafeText? =
      row.device.isThis
      ? "this device"
      : row.newest.map { newest -> SafeText in "last used \(context.shortTime(newest.time))" }
    let parts: [SafeText?] = [row.isRemoved ? "removed" : nil, use]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private static func answer(_ rows: [Row], in context: CommandContext) -> Answer {
    var table = Table([.left, .right, .left, .left, .left])
    for row in rows {
      table.add([
        context.style.apply(.green, .bold, to: row.device.isThis ? "▸" : " "),
        "\(row.ordinal)", context.style.apply(.bold, to: row.name), .counted(row.tabs, "tab"),
        remark(on: row, in: context),
      ])
    }
    return Answer(lines: table.text(width: context.presentation.columns))
  }
}

extension CommandContext {
  /// Returns notes about tabs whose sending was undone after they had arrived at another device.
  /// These tabs stay open on that device.
  func arrivalNotes(of batches: [BatchID]) throws -> [SafeText] {
    let names = try deviceNames()
    var notes: [SafeText] = []
    for batch in batches where names.all.count > 1 && !batch.isPrivate {
      let recipient = try readEvent(batch.event) { event, _ -> UInt32? in
        guard case .device(.sent(let body)) = event.body else { return nil }
        return UInt32(max(body.recipient, 0))
      }
      if let recipient = recipient ?? nil, try hasArrived(batch.event, at: recipient) {
        notes.append("The tab had already arrived at \(names[recipient]) and stays open there.")
      }
    }
    return notes
  }

  /// Whether a device has opened the tab that an event sent to it, as far as this device knows.
  private func hasArrived(
    _ sent: EventID, at device: UInt32
  ) throws -> Bool {
    var hasArrived = false
    try visitEventsOfAllLines(isPrivate: false, from: sent) { event, _ in
      if case .tab(.restored) = event.body, event.device == device, event.cause == sent {
        hasArrived = true
      }
      return !hasArrived
    }
    return hasArrived
  }

  /// Returns the message to show if no tab is open on a device, and the note to show below a list
  /// of the device's tabs.
  func takeNote(
    from device: Device
  ) throws -> (ifNone: SafeText, below: SafeText) {
    guard !device.isThis else { return ("No tab is open.", "") }
    let names = try deviceNames()
    let line = SafeText(
      "“take \(names.typed(device.number).text) TAB” opens one of these tabs "
        + "here.")
    return (
      "No tab is open on \(names[device.number]), as far as is known here.",
      past == nil ? style.apply(.dim, to: line) + "\n" : ""
    )
  }
}

extension Commit {
  /// The tab that was received from another device.
  fileprivate var arrivedTab: TabID? {
    events.lazy.compactMap { event in
      guard case .tab(.restored(let body)) = event.body else { return nil }
      return body.tab.exists ? body.tab : TabID(event.sequence)
    }.first
  }
}
