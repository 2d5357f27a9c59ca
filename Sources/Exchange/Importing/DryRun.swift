internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// Takes back all that was written, and says what it was.
struct DryRun: Error {
  let report: ImportReport
}
