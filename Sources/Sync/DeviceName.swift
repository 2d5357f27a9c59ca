internal import BrowserModel
internal import RetraceEventLog
import RetraceStore
internal import RetraceTimeline

/// The rules for device names. A name must fit on one line and must not be a number.
package enum DeviceName {
  /// The maximum number of characters in a name.
  package static let limit = 40

  /// Whether a string is a valid name.
  package static func isOne(_ name: String) -> Bool { (try? check(name)) != nil }

  /// Throws unless a string is a valid name.
  ///
  /// - Throws: ``SyncError/Reason/refused``, with a description of the problem.
  package static func check(_ name: String) throws {
    if name.allSatisfy(\.isWhitespace) {
      throw SyncError(.refused, "A device needs a name.")
    }
    if name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      throw SyncError(
        .refused,
        "“\(name)” is a number. Choose a name that is not a number, because each device also has a "
          + "number.")
    }
    if name.count > limit || name.utf8.count > 4 * limit {
      throw SyncError(.refused, "The name is too long. Use at most \(limit) characters.")
    }
    let refused: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
    if name.unicodeScalars.contains(where: { refused.contains($0.properties.generalCategory) }) {
      throw SyncError(
        .refused, "A device name cannot contain control characters or line breaks.")
    }
  }
}
