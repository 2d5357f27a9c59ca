internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// The reason why nothing was imported.
package struct ImportFailure: Error, Equatable {
  /// One plain sentence.
  package let message: String

  package init(_ message: String) { self.message = message }
}
