internal import BrowserModel
internal import RetraceEventLog
import RetraceStore
internal import RetraceTimeline

extension SyncStatus {
  init(
    _ syncState: SyncState, _ sharing: inout DeviceSharing, _ store: Store, in folder: String,
    tellsFollowers: Bool
  ) throws {
    let batches = try sharing.batches(limit: Self.waitingLimit)
    let names = try Self.names(in: store)
    let noted = try QueuedForgets.read(store)
    let hasUnsent =
      !syncState.isRemoved && (!noted.isEmpty || syncState.forgettings.contains { $0.isNew })
    var waiting = syncState.forgettings.reduce(into: Set<UInt32>()) { $0.formUnion($1.waiting) }
    let known = syncState.knownMembers
    if hasUnsent { waiting.formUnion(known.keys.filter { $0 != syncState.number }) }
    number = syncState.number
    name = syncState.name
    servers = syncState.servers
    position = syncState.position
    waitingBatches = batches.count
    // A device that joined but was interrupted before it sent anything is not in any log.
    var ordinals = store.timeline.deviceOrdinals
    for number in known.keys.sorted() where ordinals[number] == nil {
      ordinals[number] = ordinals.count + 1
    }
    devices = known.sorted { $0.key < $1.key }.map { number, member in
      let ordinal = ordinals[number] ?? 0
      return Device(
        number: number, ordinal: ordinal, name: names[number] ?? member.label(ordinal),
        isThis: number == syncState.number,
        isRemoved: member.isRemoved,
        isToForget: waiting.contains(number) && !member.isRemoved)
    }
    let following = FollowerStatus.read(in: folder)
    isFollowed = following != nil
    problem =
      syncState.problem ?? following.flatMap { tellsFollowers && !$0.isEmpty ? $0 : nil }
    lastExchange = SyncLock.lastExchange(in: folder)
  }

  /// Returns the names of the devices according to the log.
  private static func names(in store: Store) throws -> [UInt32: String] {
    let devices = store.timeline.devices
    return try store.read { words in
      var names: [UInt32: String] = [:]
      // Forgotten names are empty.
      for device in devices {
        names[device.number] = words.text(.name, of: device.named).flatMap {
          $0.isEmpty ? nil : $0
        }
      }
      return names
    }
  }
}

/// The sync status of a device, for display.
package struct SyncStatus: Equatable, Sendable {
  /// The number of this device in events and messages.
  package let number: UInt32
  /// The name of this device for display.
  package let name: String
  /// The addresses of the servers that store the stream.
  package let servers: [String]
  /// The last position of the stream that was read.
  package let position: UInt64
  /// The number of batches that have not been sent yet, at most ``waitingLimit``.
  package let waitingBatches: Int
  /// All devices that have joined, in the order of their numbers.
  package let devices: [Device]
  /// The message about the last problem found, or nil if no problem was found.
  package let problem: String?
  /// Whether a program is syncing the profile continuously.
  package let isFollowed: Bool
  /// The time of the last successful exchange, by this computer's clock, in milliseconds since
  /// 1970, or nil if there was no successful exchange.
  package let lastExchange: Int64?

  /// The ordinal of this device in the order of joining, counted from 1, or 0 if the ordinal is not
  /// known.
  package var ordinal: Int { devices.first(where: \.isThis)?.ordinal ?? 0 }

  /// Returns the devices to which an argument refers. This is the device with the ordinal, or if
  /// there is no such device, the devices with the name. Valid names are not numbers, but a faulty
  /// device can announce any name.
  package func devices(called word: String) -> [Device] {
    let numbered = devices.filter { "\($0.ordinal)" == word }
    return numbered.isEmpty ? devices.filter { $0.name == word } : numbered
  }

  /// The maximum value of ``waitingBatches``. Further unsent batches are not counted.
  package static let waitingLimit = 1_000

  /// A device that has joined.
  package struct Device: Equatable, Sendable {
    /// The number of the device in events and messages.
    package let number: UInt32
    /// The ordinal in the order of joining, counted from 1. Users see this number.
    package let ordinal: Int
    /// The name for display.
    package let name: String
    /// Whether the entry describes this device.
    package let isThis: Bool
    /// Whether the device was removed.
    package let isRemoved: Bool
    /// Whether the device may not have completed all forget requests.
    package let isToForget: Bool
  }
}
