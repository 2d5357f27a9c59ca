import Foundation
import Retrace
import RetraceEventLog
import RetraceStorageTests
import SQLiteStorage
import Testing

@Suite struct SQLiteStorageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func log(_ name: String) throws -> EventLog {
    try EventLog(storage: SQLiteStorage(folder.appending(path: name).path))
  }

  @Test(arguments: StorageCheck.all) func `the storage fulfils`(_ check: StorageCheck) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try check.run(log)
  }

  @Test func `no file contains forgotten text`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Store(log("session")) { 1_700_000_000_000 }
    try store.perform(.open(OpenTab(Destination("https://secret.example/"))))
    try store.forget(.site("secret.example"))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: folder.appending(path: name))
      #expect(bytes.range(of: Data("secret".utf8)) == nil, "\(name)")
    }
  }

  @Test func `a second connection sees what the first wrote`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try Store(log("shared")) { 1_700_000_000_000 }
    let second = try Store(log("shared")) { 1_700_000_000_000 }
    try first.perform(.open(OpenTab(Destination("https://a.example/"))))
    try second.perform(.open(OpenTab(Destination("https://b.example/"))))
    try first.catchUp()
    #expect(first.browser == second.browser)
    #expect(first.browser.tabCount == 2)
  }
}
