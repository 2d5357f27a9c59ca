import BrowserModel
import Exchange
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport

/// A file that a test writes. Its folder is deleted with it.
struct WrittenFile {
  private let folder: TemporaryFolder
  let path: String

  init(_ name: String, _ text: String) throws { try self.init(name, Data(text.utf8)) }

  init(_ name: String, _ data: Data) throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/\(name)"
    try data.write(to: URL(fileURLWithPath: path))
  }
}
