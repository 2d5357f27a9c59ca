import BrowserModel
internal import EventLog
import Store
import Timeline

/// Why nothing was exported.
package struct ExportFailure: Error, Equatable {
  /// One plain sentence.
  package let message: String

  package init(_ message: String) { self.message = message }
}
