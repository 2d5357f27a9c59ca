import Testing

@testable import InspectorServer

/// The requests that the server of the page answers.
@Suite struct PageAccessTests {
  private func request(
    _ method: String, _ target: String, _ fields: [String]
  ) throws -> HTTPRequest {
    let text = ["\(method) \(target) HTTP/1.1"] + fields + ["", ""]
    guard case .complete(let request) = HTTPRequest.read(Array(text.joined(separator: "\r\n").utf8))
    else { throw Incomplete() }
    return request
  }

  private struct Incomplete: Error {}

  private func key(of access: PageAccess) -> String {
    String(access.address.drop { $0 != "?" })
  }

  /// Opens the page, and returns the cookie.
  private func cookie(_ access: inout PageAccess) throws -> String {
    let target = "/" + key(of: access)
    let opened = try request("GET", target, ["Host: 127.0.0.1:9"])
    let answer = access.response(to: opened)
    let response = try #require(answer)
    #expect(response.status == 200)
    let field = try #require(response.fields.first)
    return String(field.value.prefix { $0 != ";" })
  }

  @Test func `the address works once`() throws {
    var access = PageAccess(port: 9)
    #expect(access.address.hasPrefix("http://127.0.0.1:9/?key="))
    let cookie = try cookie(&access)
    let target = "/" + key(of: access)
    let again = try request("GET", target, ["Host: 127.0.0.1:9"])
    #expect(access.response(to: again)?.status == 403)
    let known = try request("GET", target, ["Host: 127.0.0.1:9", "Cookie: \(cookie)"])
    #expect(access.response(to: known)?.status == 200)
    let page = try request("GET", "/", ["Host: 127.0.0.1:9", "Cookie: \(cookie)"])
    #expect(access.response(to: page) == nil)
  }

  @Test func `two servers have different keys and cookies`() throws {
    var (one, other) = (PageAccess(port: 9), PageAccess(port: 9))
    #expect(one.address != other.address)
    let cookie = try cookie(&one)
    #expect(try cookie != self.cookie(&other))
    let page = try request("GET", "/", ["Host: 127.0.0.1:9", "Cookie: \(cookie)"])
    #expect(other.response(to: page)?.status == 403)
  }

  @Test(arguments: [
    ["Host: evil.example"], ["Host: 127.0.0.1"], ["Host: localhost:9"], [],
    ["Host: 127.0.0.1:9", "Origin: https://evil.example"], ["Host: 127.0.0.1:9", "Origin: null"],
    ["Host: 127.0.0.1:9", "Sec-Fetch-Site: cross-site"],
    ["Host: 127.0.0.1:9", "Sec-Fetch-Site: same-site"],
  ])
  func `a request of another page is refused even with the cookie`(fields: [String]) throws {
    var access = PageAccess(port: 9)
    let cookie = try cookie(&access)
    for method in ["GET", "POST"] {
      let request = try request(method, "/log", fields + ["Cookie: \(cookie)"])
      #expect(access.response(to: request)?.status == 403)
    }
  }

  @Test func `a change must name its origin`() throws {
    var access = PageAccess(port: 9)
    let fields = ["Host: 127.0.0.1:9", "Cookie: \(try cookie(&access))"]
    #expect(access.response(to: try request("POST", "/allow", fields))?.status == 403)
    let own = try request("POST", "/allow", fields + ["Origin: http://127.0.0.1:9"])
    #expect(access.response(to: own) == nil)
  }
}
