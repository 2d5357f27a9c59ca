internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// An error that reverts all writes and reports what was written.
struct DryRun: Error {
  let report: ImportReport
}
