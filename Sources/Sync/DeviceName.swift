internal import BrowserModel
internal import RetraceEventLog
import RetraceStore
internal import RetraceTimeline

/// What a device can be called: what fits into a line, and is no number.
package enum DeviceName {
  /// The most characters that one has.
  package static let limit = 40

  /// Whether a text is one.
  package static func isOne(_ name: String) -> Bool { (try? check(name)) != nil }

  /// Checks that a text is one.
  ///
  /// - Throws: ``SyncFailure/Reason/refused``, with what is wrong with it.
  package static func check(_ name: String) throws(SyncFailure) {
    if name.allSatisfy(\.isWhitespace) {
      throw SyncFailure(.refused, "A device needs a name.")
    }
    if name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      throw SyncFailure(
        .refused, "“\(name)” is a number, which each device has besides its name.")
    }
    if name.count > limit || name.utf8.count > 4 * limit {
      throw SyncFailure(.refused, "That name is too long: at most \(limit) characters.")
    }
    let refused: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
    if name.unicodeScalars.contains(where: { refused.contains($0.properties.generalCategory) }) {
      throw SyncFailure(
        .refused, "The name of a device has no control characters, and no line ends.")
    }
  }
}
