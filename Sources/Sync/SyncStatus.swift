internal import BrowserModel
internal import RetraceEventLog
import RetraceStore
internal import RetraceTimeline

extension SyncStatus {
  init(
    _ syncState: SyncState, _ sharing: inout DeviceSharing, _ store: Store, in folder: String,
    tellsFollowers: Bool
  ) throws(SyncFailure) {
    let batches = try usingStore { () throws(StoreFailure) in
      try sharing.batches(limit: Self.waitingLimit)
    }
    let names = try Self.names(in: store)
    let noted = try NotedForgets.read(store)
    let hasUntold =
      !syncState.isRemoved && (!noted.isEmpty || syncState.forgettings.contains { $0.isNew })
    var waiting = syncState.forgettings.reduce(into: Set<UInt32>()) { $0.formUnion($1.waiting) }
    let known = syncState.knownMembers
    if hasUntold { waiting.formUnion(known.keys.filter { $0 != syncState.number }) }
    number = syncState.number
    name = syncState.name
    servers = syncState.servers
    position = syncState.position
    waitingBatches = batches.count
    // A device that joined and was interrupted before it sent anything is in no log.
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
    let following = FollowerNote.read(in: folder)
    isFollowed = following != nil
    problem =
      syncState.problem ?? following.flatMap { tellsFollowers && !$0.isEmpty ? $0 : nil }
    lastExchange = SyncLock.lastExchange(in: folder)
  }

  /// What the log says that devices are called.
  private static func names(in store: Store) throws(SyncFailure) -> [UInt32: String] {
    let devices = store.timeline.devices
    do throws(LogFailure) {
      return try store.read { words in
        var names: [UInt32: String] = [:]
        // What was forgotten is empty.
        for device in devices {
          names[device.number] = words.text(.name, of: device.named).flatMap {
            $0.isEmpty ? nil : $0
          }
        }
        return names
      }
    } catch {
      throw SyncFailure(.storage, error.description)
    }
  }
}

/// What a device knows of the profile that it shares.
package struct SyncStatus: Equatable, Sendable {
  /// The number of this device in events and messages.
  package let number: UInt32
  /// The name for display.
  package let name: String
  /// The servers that keep the stream.
  package let servers: [String]
  /// The last position of the stream that was read.
  package let position: UInt64
  /// How many batches the others have not been told; ``waitingLimit`` if there are more.
  package let waitingBatches: Int
  /// All devices that have joined, by their numbers.
  package let devices: [Device]
  /// The last thing that was found wrong, in one sentence; nil if all is well.
  package let problem: String?
  /// Whether a program exchanges as it happens.
  package let isFollowed: Bool
  /// When the last exchange went well, by this computer's clock, in milliseconds since 1970.
  package let lastExchange: Int64?

  /// The place of this device in the order in which the devices joined, from 1; 0 if it is not known.
  package var ordinal: Int { devices.first(where: \.isThis)?.ordinal ?? 0 }

  /// The devices that a word means: the one with that place in the order of joining, else those with that name. Names are no numbers,
  /// but a device can say what it likes of its own.
  package func devices(called word: String) -> [Device] {
    let numbered = devices.filter { "\($0.ordinal)" == word }
    return numbered.isEmpty ? devices.filter { $0.name == word } : numbered
  }

  /// So many waiting batches are counted.
  package static let waitingLimit = 1_000

  /// A device that has joined.
  package struct Device: Equatable, Sendable {
    /// Its number in events and messages.
    package let number: UInt32
    /// Its place in the order in which the devices joined, from 1: the number that people see.
    package let ordinal: Int
    /// The name for display.
    package let name: String
    /// Whether it is this one.
    package let isThis: Bool
    /// Whether it was removed.
    package let isRemoved: Bool
    /// Whether it is not known to have forgotten all that was forgotten on others.
    package let isToForget: Bool
  }
}
