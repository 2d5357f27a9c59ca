import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport

@testable import Sync

/// A fault that a schedule has found.
struct Finding: Error, CustomStringConvertible {
  let description: String
}
