import BrowserModel
internal import RetraceEventLog
import RetraceStore
import RetraceTimeline

/// The reason why nothing was exported.
package struct ExportFailure: Error, Equatable {
  /// One plain sentence.
  package let message: String

  package init(_ message: String) { self.message = message }
}
