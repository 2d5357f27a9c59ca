/// The rules that decide which requests the server answers: only those of the page itself, in the
/// browser that opened the address with the key.
struct PageAccess {
  /// The host and port in the addresses of the page.
  let host: String
  private let key: String
  private let session: String
  private let cookieName: String
  /// Whether the key was used.
  private var isOpen = false

  /// - Parameter port: The port of the server.
  init(port: UInt16) {
    host = "127.0.0.1:\(port)"
    // Cookies do not distinguish ports, so several servers need different names.
    cookieName = "retrace-\(port)"
    key = Self.secret()
    session = Self.secret()
  }

  /// The address that opens the page once.
  var address: String { "http://\(host)/?key=\(key)" }

  /// Returns 128 random bits in hexadecimal.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Returns the response to a request that must not be performed, or to the request that opens the
  /// page. Returns nil if the request may be performed.
  mutating func response(to request: HTTPRequest) -> HTTPResponse? {
    // A page of another server can only send requests with its own name, even if that name refers
    // to this computer.
    guard request.field("host") == host else {
      return .text(403, "This server answers only requests for \(host).")
    }
    let isKnown = request.cookie(cookieName).map { Self.areEqual($0, session) } ?? false
    if request.path == "/", let given = request.parameter("key") {
      return open(given, isKnown: isKnown)
    }
    if let origin = request.field("origin"), origin != "http://\(host)" {
      return .text(403, "This server answers only requests of its own page.")
    }
    if let site = request.field("sec-fetch-site"), site != "same-origin", site != "none" {
      return .text(403, "This server answers only requests of its own page.")
    }
    guard isKnown else {
      return .text(403, "Open the address that “retrace inspect” has printed.")
    }
    guard request.method != "POST" || request.field("origin") != nil else {
      return .text(403, "A request that changes something must name its origin.")
    }
    return nil
  }

  /// Returns the response to a request with a key.
  private mutating func open(_ given: String, isKnown: Bool) -> HTTPResponse {
    if !isKnown {
      guard Self.areEqual(given, key) else {
        return .text(403, "The key in this address is wrong.")
      }
      guard !isOpen else {
        return .text(403, "This address was used before. Run “retrace inspect” again.")
      }
      isOpen = true
    }
    // The page is loaded by a request of this page, because browsers do not send such a cookie with
    // a request that another program or page has started.
    var response = HTTPResponse(
      status: 200, contentType: "text/html; charset=utf-8",
      body: Array(
        """
        <!DOCTYPE html>
        <meta charset="utf-8">
        <meta http-equiv="refresh" content="0; url=/">
        <title>Retrace</title>

        """.utf8))
    response.fields = [
      ("Set-Cookie", "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict")
    ]
    return response
  }

  /// Whether two texts are equal. The time does not depend on the position of a difference.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    return zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
