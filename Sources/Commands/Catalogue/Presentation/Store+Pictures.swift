package import BrowserModel
internal import RetraceEventLog
package import RetraceStore

extension Store {
  /// Returns the picture reported by an event, or nil if it reported none, or if the picture was
  /// forgotten or never stored.
  package func picture(reportedBy event: EventID) throws -> [UInt8]? {
    guard event.exists, !event.isPrivate else { return nil }
    var name = ""
    try visitLog(isPrivate: false, from: event, through: event) { event, words in
      if case .page(.pictured(let body)) = event.body { name = words(body.blob) }
      return false
    }
    guard let hash = ContentHash(digits: name) else { return nil }
    return try log.read { reader in try reader.blob(hash.bytes) }
  }
}
