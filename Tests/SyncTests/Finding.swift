import BrowserModel
import Store
import TestSupport
import Timeline

@testable import Sync

/// Something that must not be.
struct Finding: Error, CustomStringConvertible {
  let description: String
}
