package import BrowserModel
internal import EventCoding
package import RetraceStore

/// The counts of what an exported log contains.
package struct LogContents: Sendable {
  /// The number of events.
  package private(set) var events = 0
  /// The number of tabs that were opened at any time.
  package private(set) var tabs = 0
  /// The number of texts that are not empty, such as addresses and titles.
  package private(set) var texts = 0
  /// The pictures of pages, each with the event that reports it. Pictures with invented names are not
  /// listed.
  package private(set) var pictures: [(event: EventID, hash: ContentHash)] = []
  private var hostNames: Set<String> = []

  /// The number of different hosts in addresses.
  package var hosts: Int { hostNames.count }

  package init() {}

  /// Counts an event.
  ///
  /// - Parameter words: The texts of the event.
  mutating func count(_ event: Event, _ words: EventWords) {
    events += 1
    let body = event.body
    switch body {
    case .tab(.opened), .tab(.duplicated): tabs += 1
    case .page(.pictured(let pictured)):
      if let hash = ContentHash(digits: words(pictured.blob)) {
        pictures.append((event.sequence, hash))
      }
    default: break
    }
    var visitor = TextCollector()
    body.visit(&visitor)
    for (field, text) in visitor.texts where text.count > 0 {
      texts += 1
      guard field.holdsAddresses else { continue }
      for address in words(text).split(separator: "\n") {
        if let host = DividedAddress(address).host { hostNames.insert(host) }
      }
    }
    for text in [event.agent, event.batchName, event.batchKey, event.batchFingerprint]
    where text.count > 0 {
      texts += 1
    }
  }
}
