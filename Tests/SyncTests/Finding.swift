import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport

@testable import Sync

/// Something that must not be.
struct Finding: Error, CustomStringConvertible {
  let description: String
}
