internal import Addresses
internal import BrowserModel
internal import CommandKit
internal import HistoryStorage
internal import RetraceEventLog
package import RetraceStore

/// The lines that the user typed for a profile, in the history shared by all consoles.
package enum TypedLines {
  /// Removes the lines about data that is about to be forgotten.
  ///
  /// - Parameters:
  ///   - request: The data to forget, which must still exist.
  ///   - store: The profile.
  /// - Returns: A sentence with the reason why lines may remain, or nil if all lines were removed.
  /// - Complexity: O(bytes of the log), if there are lines.
  package static func forget(_ request: ForgettingRequest, of store: Store) -> String? {
    do {
      let lines = try ForgettableLines(of: store)
      guard !lines.entries.isEmpty else { return lines.problem?.sentence }
      let found = try store.previewOfForgetting(request, lines: lines.typed).lines
      return lines.remove(lines.chosen(found, takesAll: false))?.sentence
    } catch {
      return CommandError(error).message
    }
  }
}
