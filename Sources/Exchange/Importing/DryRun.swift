internal import BrowserModel
internal import EventLog
import Store

/// Takes back all that was written, and says what it was.
struct DryRun: Error {
  let report: ImportReport
}
