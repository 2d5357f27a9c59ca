@testable import InspectorServer

/// Laws for any bytes that a program sends to the server of the inspector's page.
enum PageRequestLaws {
  static func check(_ input: [UInt8]) throws {
    switch HTTPRequest.read(input) {
    case .incomplete:
      // Otherwise, a client could make the server store any number of bytes.
      try hold(input.count <= (16 << 10) + (64 << 10) + 4, "an endless request is accepted")
    case .invalid(let status):
      try hold((400...599).contains(status), "the status \(status) does not reject a request")
      try hold(
        HTTPRequest.read(input + [0x0A]) != .incomplete, "a rejected request becomes incomplete")
    case .complete(let request):
      try hold(request.path.hasPrefix("/"), "“\(request.path)” is not a path")
      // What follows a request does not change it.
      try hold(HTTPRequest.read(input + [0]) == .complete(request), "the request has changed")
      var access = PageAccess(port: 1)
      try hold(
        access.response(to: request)?.status == 403, "a request without the key is answered")
    }
    for count in [0, 1, input.count / 2, max(input.count - 1, 0)] where count < input.count {
      // The beginning of a request is never another complete request with a longer body.
      if case .complete(let request) = HTTPRequest.read(Array(input[..<count])) {
        try hold(
          HTTPRequest.read(input) == .complete(request), "a longer input is another request")
      }
    }
  }
}
