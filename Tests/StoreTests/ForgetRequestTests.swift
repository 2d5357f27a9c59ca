import BrowserModel
import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog
@testable import RetraceStore

/// The stored forget request. Before it is completed, other processes may write, and the request
/// may be damaged.
@Suite struct ForgetRequestTests {
  /// Opens tabs of many sites.
  private func sample(_ profile: TestProfile, count: Int = 40) throws {
    let store = try profile.store()
    for number in 0..<count { try store.open("https://site\(number).example/") }
    try store.open("https://qzkxj.example/")
  }

  private func urls(_ store: Store) throws -> [String] {
    var urls: [String] = []
    try store.visitLog(isPrivate: false) { event, words in
      if case .tab(.opened(let opened)) = event.body { urls.append(words(opened.url)) }
      return true
    }
    return urls
  }

  @Test func `a damaged request erases nothing`() throws {
    let profile = try TestProfile()
    try sample(profile)
    #expect(try ProbeProcess("break-off", profile.path).lines() == ["killed"])
    var noted = Redactions()
    do {
      let log = try EventLog(profile: profile.path, access: .readWrite)
      let bytes = try #require(
        try log.read { reader in try reader.metadata(Store.forgettingKey) })
      noted = try #require(Redactions(bytes: bytes))
      var other = Redactions()
      other.add(EventID(10))
      try log.write { writer in
        guard case .profile(let transaction) = writer.reader.source else { return }
        try transaction.put(
          transaction.environment.tables.meta, Array(Store.forgettingKey.utf8), other.bytes)
      }
    }
    #expect(noted.count == 1)
    let before = try profile.store(.readOnly).records()
    do {
      let store = try profile.store()
      #expect(store.hasDroppedForgetting)
      #expect(try store.records() == before)
      #expect(try store.forget(.site("qzkxj.example")).counts.events == 1)
    }
    let store = try profile.store()
    #expect(!store.hasDroppedForgetting)
    #expect(try urls(store).filter { !$0.isEmpty }.count == 40)
  }

  @Test func `a request withdrawn by another process does not prevent forgetting`() throws {
    let profile = try TestProfile()
    try sample(profile)
    let log = try EventLog(profile: profile.path, access: .readWrite)
    var takesBack = false
    // The time is read after the request is stored and before it is performed.
    let store = try Store(log) {
      if takesBack {
        try? log.write { writer in
          try writer.setMetadata(Store.forgettingKey, nil)
        }
      }
      return 1_700_000_000_000
    }
    takesBack = true
    #expect(try store.forget(.site("qzkxj.example")).counts.events == 1)
    #expect(try urls(store).contains("") && !urls(store).contains("https://qzkxj.example/"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount a small file system"))
  func `a failed call withdraws only its own request`() throws {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=2m") == 0 else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    defer { umount2(folder.path, 2) }
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    var others: Redactions?
    let store = try Store(log) {
      guard var noted = others else { return 1_700_000_000_000 }
      others = nil
      // Another process stores a further request, and then there is no space for the copy.
      try? log.write { writer in
        let bytes = try writer.reader.metadata(Store.forgettingKey) ?? []
        noted.add(Redactions(bytes: bytes) ?? Redactions())
        try writer.setMetadata(Store.forgettingKey, noted.bytes)
      }
      let ballast = URL(filePath: folder.path + "/ballast")
      try? Data(count: 1 << 20).write(to: ballast)
      return 1_700_000_000_000
    }
    for number in 0..<40 {
      let path = String(repeating: "x", count: 9_000)
      try store.open("https://site\(number).example/\(path)")
    }
    var redactions = Redactions()
    redactions.add(EventID(7))
    others = redactions
    let failure = #expect(throws: LogError.self) {
      try store.forget(.site("site3.example"))
    }
    #expect(failure?.reason == .noSpace)
    let bytes = try log.read { reader in
      try reader.metadata(Store.forgettingKey)
    }
    #expect(bytes.flatMap { Redactions(bytes: $0) } == redactions)
  }
}
