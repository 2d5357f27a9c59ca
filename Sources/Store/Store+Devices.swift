public import BrowserModel
package import EventLog
public import Timeline

/// The other devices of the profile.
extension Store {
  /// The devices of the profile, in the order in which this one heard of them; none before it has
  /// joined others.
  public var devices: [Device] { timeline.devices }

  /// Reads what is open on a device, as far as this one has heard.
  ///
  /// ```swift
  /// if let tab = try store.readDevice(2)?.tabs.first { try store.perform(.take(TakenTab(tab))) }
  /// ```
  ///
  /// - Parameter number: The number of the device.
  /// - Returns: Nil if nothing is known of such a device.
  /// - Throws: ``StoreFailure/log(_:)``
  /// - Complexity: O(events); O(1) for this device.
  public func readDevice(_ number: UInt32) throws(StoreFailure) -> Browser? {
    try failing { () throws(LogFailure) in try deviceTimeline(number, upTo: timeline)?.browser }
  }

  /// The timeline of a device up to the moment of one of this store's.
  package func deviceTimeline(
    _ number: UInt32, upTo timeline: Timeline
  ) throws(LogFailure) -> Timeline? {
    try withReader { (reader) throws(LogFailure) in try timeline.device(number, reader) }
  }

  /// Refuses to send something to what is no other device, and what others are not told of.
  func refuseRecipient(_ number: UInt32) throws(StoreFailure) {
    guard let device = devices.first(where: { $0.number == number }) else {
      throw .refused(Refusal(.noSuchDevice, "There is no device \(number)."))
    }
    guard !device.isThis else {
      throw .refused(
        Refusal(.noSuchDevice, "Device \(number) is this one; “duplicate” copies a tab here."))
    }
    guard devices.contains(where: \.isThis), !timeline.lineage.branch.exists else {
      throw .refused(
        Refusal(.notAllowed, "Other devices are not told of what is done on a branch."))
    }
  }
}
