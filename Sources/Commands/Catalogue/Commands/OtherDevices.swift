internal import BrowserModel
internal import CommandKit
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The other devices that share the profile, which must forget the same data as this device.
enum OtherDevices {
  /// Whether the other devices will forget the data.
  enum Announcement {
    /// The profile has no other devices.
    case none
    /// The other devices will receive the request with the next exchange.
    case noted
    /// The other devices will not receive the request, for this reason.
    case failed(CommandError)
  }

  /// Stores a request for the other devices, before this device performs the request.
  static func note(_ request: ForgettingRequest, in context: CommandContext) -> Announcement {
    guard !context.store.timeline.devices.isEmpty, let line = request.line else { return .none }
    do {
      let call = try HelperCall.words(for: Arguments(HelperCommands.forget), in: context)
      try HelperProcess(.sync, call, input: line).wait()
      return .noted
    } catch {
      return .failed(
        CommandError(
          "devicesNotTold",
          "The other devices do not forget the data, because the request could not be stored: "
            + CommandError(error).message))
    }
  }
}

extension ForgettingRequest {
  /// The line that describes the request to the sync program, with the event numbers of this log.
  /// Nil for a request to forget events by author, which no command creates.
  package var line: String? {
    let words: String? =
      switch scope {
      case .url(let url): "url \(url)"
      case .under(let url): "under \(url)"
      case .site(let host): includesMentions ? "mentions \(host)" : "site \(host)"
      case .between(let first, let last): "between \(first.rawValue) \(last.rawValue)"
      case .tab(let tab): "tab \(tab.event.rawValue)"
      case .everything: "everything"
      case .written: nil
      }
    return words.map { $0 + "\n" }
  }

  /// Parses the line of a request, or returns nil if the line is not valid.
  package init?(line: String) {
    let words = line.split { $0 == " " || $0 == "\n" }.map(String.init)
    guard let kind = words.first else { return nil }
    let numbers = words.dropFirst().compactMap { Int32($0) }.map { EventID($0) }
    switch (kind, words.count, numbers.count) {
    case ("url", 2, _): self.init(.url(words[1]))
    case ("under", 2, _): self.init(.under(words[1]))
    case ("site", 2, _): self.init(.site(words[1]))
    case ("mentions", 2, _): self.init(.site(words[1]), includesMentions: true)
    case ("between", 3, 2): self.init(.between(numbers[0], numbers[1]))
    case ("tab", 2, 1): self.init(.tab(TabID(numbers[0])))
    case ("everything", 1, _): self.init(.everything)
    default: return nil
    }
  }
}
