import BrowserModel
import Foundation
import LineEditing
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Catalogue

/// A desk and a phone, which exchange all events.
final class ShellPair {
  var desk: CommandContext
  var phone: CommandContext
  private var deskSharing: DeviceSharing
  private var phoneSharing: DeviceSharing

  /// The number of the phone in events.
  private let phoneNumber: Int32

  init(
    named names: (desk: String, phone: String) = ("desk", "phone"), phoneNumber: Int32 = 2
  ) throws {
    self.phoneNumber = phoneNumber
    desk = try memoryShell(minutesPerAction: 1)
    phone = try memoryShell(minutesPerAction: 1)
    deskSharing = DeviceSharing(of: desk.store)
    phoneSharing = DeviceSharing(of: phone.store)
    try deskSharing.join(as: 1, named: names.desk)
    try phoneSharing.join(as: phoneNumber, named: names.phone)
    try share()
  }

  func share() throws {
    let batches = try deskSharing.batches() + phoneSharing.batches()
    try deskSharing.receive(batches)
    try phoneSharing.receive(batches)
  }

  /// Renames the phone.
  func renamePhone(_ name: String) throws { try phoneSharing.join(as: phoneNumber, named: name) }
}
