import TestSupport
import Testing

@testable import InspectorServer

/// Requests as a browser, or any other program, sends them.
@Suite struct HTTPRequestTests {
  private static let complete =
    "POST /command?after=5&key=a HTTP/1.1\r\nHost: 127.0.0.1:1\r\nCookie: a=1; retrace-1=x\r\n"
    + "Content-Length: 4\r\nX-Empty:\r\n\r\nbody"

  private func read(_ text: String) -> HTTPRequest.Reading { HTTPRequest.read(Array(text.utf8)) }

  @Test func `a request has its parts`() throws {
    guard case .complete(let request) = read(Self.complete) else {
      Issue.record("The request is complete.")
      return
    }
    #expect(request.method == "POST")
    #expect(request.path == "/command")
    #expect(request.parameter("after") == "5")
    #expect(request.parameter("key") == "a")
    #expect(request.parameter("ke") == nil)
    #expect(request.cookie("retrace-1") == "x")
    #expect(request.cookie("a") == "1")
    #expect(request.cookie("retrace") == nil)
    #expect(request.field("host") == "127.0.0.1:1")
    #expect(request.field("x-empty") == "")
    #expect(request.body == Array("body".utf8))
  }

  @Test func `a request that is received in parts is incomplete until its last byte`() {
    let bytes = Array(Self.complete.utf8)
    for count in 0..<bytes.count {
      #expect(HTTPRequest.read(Array(bytes[..<count])) == .incomplete, "\(count) bytes")
    }
  }

  @Test(arguments: 0..<64 as Range<UInt64>)
  func `no bytes trap, and a longer head is never accepted`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Array(Self.complete.utf8)
    for _ in 0..<40 {
      switch random.below(3) {
      case 0: bytes[random.below(bytes.count)] = UInt8(random.below(256))
      case 1: bytes.insert(UInt8(random.below(128)), at: random.below(bytes.count))
      default: bytes.remove(at: random.below(bytes.count))
      }
      if case .complete(let request) = HTTPRequest.read(bytes) {
        #expect(request.path.utf8.count + request.body.count <= bytes.count)
        #expect(request.path.hasPrefix("/"))
      }
    }
  }
}
