internal import Catalogue
internal import Notation

/// A response to a browser. The server closes the connection after each response.
struct HTTPResponse: Equatable {
  let status: Int
  let contentType: String
  var body: [UInt8]
  var fields: [(name: String, value: String)] = []

  /// The policy of the page: only its own files, no inline scripts, and no frames around it.
  private static let policy = [
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
    "connect-src 'self'", "img-src 'self' data:", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")

  static func == (one: HTTPResponse, other: HTTPResponse) -> Bool {
    one.head(length: one.body.count) == other.head(length: other.body.count)
      && one.body == other.body
  }

  /// A response in plain text.
  static func text(_ status: Int, _ sentence: String) -> HTTPResponse {
    HTTPResponse(
      status: status, contentType: "text/plain; charset=utf-8", body: Array("\(sentence)\n".utf8))
  }

  /// A response with a JSON document.
  static func json(_ document: [UInt8], status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, contentType: "application/json", body: document)
  }

  /// A response that describes an error, as in the replies of JSON-RPC.
  static func error(_ status: Int, _ code: String, _ sentence: String) -> HTTPResponse {
    let document = JSONWriter.object { json in
      json.object("error") { json in
        json.member("code", code)
        json.member("message", sentence)
      }
    }
    return json(document.bytes, status: status)
  }

  /// The bytes of the response with its body.
  var bytes: [UInt8] { head(length: body.count) + body }

  /// Returns the bytes in front of the body.
  ///
  /// - Parameter length: The length of the body in bytes, or nil if the end of the connection ends
  ///   the body.
  func head(length: Int?) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(Self.reason(status))", "Content-Type: \(contentType)"]
    if let length { lines.append("Content-Length: \(length)") }
    lines += [
      "Connection: close", "Cache-Control: no-store", "Content-Security-Policy: \(Self.policy)",
      "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
      "Cross-Origin-Opener-Policy: same-origin", "Referrer-Policy: no-referrer",
    ]
    lines += fields.map { "\($0.name): \($0.value)" }
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 431: "Request Header Fields Too Large"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    default: "Error"
    }
  }
}
