import Sync
import Testing

struct MemoryStreamTests {
  @Test func `a message is appended once, and only after the last one`() {
    let stream = MemoryStream()
    #expect(stream.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(stream.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(stream.append([2], id: "b", after: 0) == .conflict)
    #expect(stream.append([2], id: "b", after: 1) == .appended(at: 2))
    #expect(stream.messages(after: 1, limit: 5).map(\.bytes) == [[2]])
    #expect(stream.state() == StreamState(created: 1, last: 2))
  }
}
