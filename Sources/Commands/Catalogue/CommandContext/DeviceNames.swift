internal import BrowserModel
internal import CommandKit
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The names of a profile's devices.
struct DeviceNames {
  /// The devices, by their numbers.
  let all: [Device]
  private var names: [UInt32: String] = [:]
  /// The displayed device numbers, by the device numbers in events.
  private let ordinals: [UInt32: Int]

  init(_ devices: [Device], _ ordinals: [UInt32: Int], _ words: LogText) {
    all = devices.sorted { $0.number < $1.number }
    self.ordinals = ordinals
    for device in devices { names[device.number] = words.text(.name, of: device.named) ?? "" }
  }

  /// Returns the displayed number of a device: 1, 2, 3 … in the order in which the devices joined.
  func ordinal(of number: UInt32) -> Int { ordinals[number] ?? 0 }

  /// The name of a device, or its number if it has no name.
  subscript(number: UInt32) -> SafeText {
    guard let name = names[number], !name.isEmpty else { return "device \(ordinal(of: number))" }
    return SafeText(name)
  }

  /// Returns the name of the device that wrote an event, or nil for this device.
  func writer(of event: Event) -> SafeText? { event.device == 0 ? nil : self[event.device] }

  /// The number of this device, or nil before the device has joined other devices.
  var own: UInt32? { all.first(where: \.isThis)?.number }

  /// Returns the name of a device as it can be typed on a command line.
  func typed(_ number: UInt32) -> SafeText {
    guard let name = names[number], Self.isWord(name), UInt32(name) == nil else {
      return "\(ordinal(of: number))"
    }
    return SafeText(name)
  }

  private static func isWord(_ name: String) -> Bool {
    name.unicodeScalars.first?.properties.isAlphabetic == true
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar)
      }
  }

  /// Returns the device that a text refers to by its name, its number, or words that match only its
  /// name.
  func device(_ text: String) throws -> Device {
    // Names are not numbers, but a device can announce any name.
    if let ordinal = Int(text),
      let device = all.first(where: { self.ordinal(of: $0.number) == ordinal })
    {
      return device
    }
    let named = all.filter { names[$0.number] == text }
    if named.count > 1 {
      let numbers = named.map { "\(ordinal(of: $0.number))" }.joined(separator: " or ")
      throw CommandError(
        "ambiguous", "\(named.count) devices are called “\(text)”; use \(numbers).")
    }
    if let device = named.first { return device }
    let wanted = [SearchPattern](wordsOf: text)
    let fitting = all.filter { wanted.areIn([names[$0.number] ?? ""]) }
    if fitting.count == 1, !wanted.isEmpty { return fitting[0] }
    throw CommandError("noSuchDevice", "There is no device “\(text)”" + advice(text, fitting))
  }

  /// Whether a text is the name of another device, or consists of words that match the name of only
  /// one other device.
  func isNameOfOther(_ text: String) -> Bool {
    guard Int(text) == nil, let device = try? device(text) else { return false }
    return !device.isThis
  }

  private func advice(_ text: String, _ fitting: [Device]) -> String {
    let named = all.map { "“\(self[$0.number].text)”" }
    guard let last = named.last else { return "; “sync init” shares the profile." }
    if fitting.isEmpty,
      let near = Nearest.name(to: text, among: all.compactMap { names[$0.number] })
    {
      return "; did you mean “\(near)”?"
    }
    let others = named.dropLast()
    return others.isEmpty
      ? "; there is only \(last)." : "; there are \(others.joined(separator: ", ")) and \(last)."
  }
}

extension DeviceNames {
  /// Creates names for no devices.
  init() {
    all = []
    ordinals = [:]
  }
}
