public import BrowserModel

/// The tabs that other devices sent to this device and that have not been opened yet.
///
/// A sent tab is opened once. The event that opens the tab names the event that sent the tab as its
/// cause, so the log itself records which tabs were opened. If the sender undoes its action before
/// the tab is opened, the tab stays unopened.
///
/// ```swift
/// var sent = SentTabs(to: 1)
/// for event in events { sent.note(event) }
/// let actions = sent.waiting.map { Action.take($0) }
/// ```
public struct SentTabs: Sendable {
  /// The number of the device of the log.
  public let device: UInt32
  /// The devices that have joined. If a tab was sent before its sender joined, as in an imported
  /// log, the tab was sent to a device of another profile.
  private var senders: Set<UInt32> = []
  /// The tabs that were sent and not opened, oldest first.
  private var unopened: ContiguousArray<Sending> = []
  /// The batch whose pages belong to the newest tab in ``unopened``.
  private var growing = BatchID.nothing

  private struct Sending {
    let sender: UInt32
    let batch: BatchID
    var tab: TakenTab
    var isWithdrawn = false
  }

  /// Creates the list of a log without events of other devices.
  public init(to device: UInt32) { self.device = device }

  /// The tabs to open, oldest first. These tabs are opened in the background.
  public var waiting: [TakenTab] {
    unopened.filter { !$0.isWithdrawn && !$0.tab.entries.isEmpty }.map { $0.tab }
  }

  /// Records an event, which must be newer than all previous events.
  public mutating func note(_ event: borrowing Event) {
    switch event.body {
    case .device(.joined) where event.device != 0: senders.insert(event.device)
    case .device(.sent(let body)) where event.device != 0: note(body, event)
    case .device(.sentEntry(let body)) where event.device != 0: note(body, event)
    case .time(.undone(let body)): turn(body.batch, by: event.device, isUndo: true)
    case .time(.redone(let body)): turn(body.batch, by: event.device, isUndo: false)
    case .tab(.restored) where event.device == 0: open(event.cause)
    default: break
    }
  }

  private mutating func note(_ body: TabSent, _ event: borrowing Event) {
    let isKnown = senders.contains(event.device)
    let isHere = UInt32(max(body.recipient, 0)) == device && isKnown
    growing = isHere ? event.batch : .nothing
    guard isHere else { return }
    let tab = TakenTab(source: event.sequence, entries: [], index: 0, isSelected: false)
    unopened.append(Sending(sender: event.device, batch: event.batch, tab: tab))
  }

  private mutating func note(_ body: EntryRestored, _ event: borrowing Event) {
    guard event.batch == growing, growing.exists, !unopened.isEmpty else { return }
    let last = unopened.count - 1
    if body.isCurrent { unopened[last].tab.index = unopened[last].tab.entries.count }
    unopened[last].tab.entries.append(HistoryEntry(body))
  }

  private mutating func open(_ source: EventID) {
    guard source.exists else { return }
    unopened.removeAll { $0.tab.source == source }
  }

  /// Applies an undo or redo by the device that sent a tab. Only the last undo or redo counts.
  private mutating func turn(_ batch: BatchID, by device: UInt32, isUndo: Bool) {
    for index in unopened.indices
    where unopened[index].batch == batch && unopened[index].sender == device {
      unopened[index].isWithdrawn = isUndo
    }
  }
}
