import BrowserModel
internal import RetraceEventLog
import RetraceStore
import RetraceTimeline

/// Why nothing was exported.
package struct ExportFailure: Error, Equatable {
  /// One plain sentence.
  package let message: String

  package init(_ message: String) { self.message = message }
}
