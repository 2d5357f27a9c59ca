import BrowserModel
import RetraceEventLog
import RetraceStore
import Testing

/// Pictures are stored together with the event that names them.
@Suite struct PictureTests {
  @Test func `a picture is stored once under its hash`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    let picture: [UInt8] = [1, 2, 3]
    let names = try (0..<2).map { _ in
      let performed = try store.reportPicture(tab, picture)
      let body = try #require(performed.events.first?.body)
      return try #require(performed.string(body.text(.blob)))
    }
    #expect(names[0] == names[1])
    #expect(names[0].utf8.count == 32)
    #expect(try blob(names[0], in: store) == picture)
    #expect(store.browser.tab(tab)?.currentEntry?.picture == store.browser.sequence)
  }

  @Test func `a rejected picture is not stored`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    let name = try #require(try nameOfPicture([1, 2, 3], tab, store))
    let other = try Store.inMemory()
    #expect(try refusal { try other.reportPicture(tab, [1, 2, 3]) }?.code == .noSuchTab)
    #expect(try blob(name, in: other) == nil)
    let large = [UInt8](repeating: 1, count: Store.largestPictureBytes + 1)
    #expect(try refusal { try store.reportPicture(tab, large) }?.code == .tooLong)
    #expect(try refusal { try store.reportPicture(tab, Array(large.dropFirst())) } == nil)
  }

  @Test func `a private picture is not stored, only named`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/", isPrivate: true)
    let name = try #require(try nameOfPicture([1, 2, 3], tab, store))
    #expect(try blob(name, in: store) == nil)
  }

  private func nameOfPicture(
    _ bytes: [UInt8], _ tab: TabID, _ store: Store
  ) throws -> String? {
    let performed = try store.reportPicture(tab, bytes)
    return performed.events.first.flatMap { performed.string($0.body.text(.blob)) }
  }

  private func blob(_ name: String, in store: Store) throws -> [UInt8]? {
    let digits = Array(name)
    let hash = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
    return try store.log.read { reader in try reader.blob(hash) }
  }
}
