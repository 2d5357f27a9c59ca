internal import BrowserModel
internal import Catalogue
internal import Exchange
internal import Inspector
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline
internal import Server

/// The answers to the requests of the page, which `Sources/Inspector/Page/source.js` lists. This type
/// does not depend on how requests and responses are transported.
struct PageService {
  private let files: InspectorFiles
  private let client: EmbeddedClient
  /// Whether the page may perform commands. The user allows this in the page.
  private var allowsChanges = false

  /// The content types of the files of the page, by their paths.
  private static let contentTypes = [
    "/": "text/html; charset=utf-8", "/page.css": "text/css; charset=utf-8",
    "/page.js": "text/javascript; charset=utf-8", "/retrace.wasm": "application/wasm",
  ]

  /// The commands that the page may perform, with the names of their arguments.
  private static let commands = [
    "undo": [], "redo": [], "restore": ["point"], "branch": ["name", "point"],
  ]

  /// A response, or data that has no fixed length.
  enum Answer {
    case response(HTTPResponse)
    /// The records from one event through another.
    case log(from: EventID, through: EventID)
    /// A message after each change.
    case changes
  }

  init(_ store: Store, _ files: InspectorFiles) {
    self.files = files
    client = EmbeddedClient(store)
  }

  /// The newest event of the log.
  var newest: EventID { client.store.timeline.position }

  /// Reads the events that other processes have written.
  func catchUp() throws { try client.store.catchUp() }

  /// Returns the records of some events, and the event that follows them.
  func records(from first: EventID, through last: EventID) throws -> (bytes: [UInt8], next: EventID)
  {
    try EventRecords.slice(client.store, from: first, through: last)
  }

  mutating func answer(to request: HTTPRequest) -> Answer {
    switch (request.method, request.path) {
    case ("GET", "/log"):
      let after = request.parameter("after").map { Int32($0) ?? -1 } ?? 0
      guard after >= 0, after < .max else {
        return .response(.error(400, "badArguments", "“after” must be the number of an event."))
      }
      return .log(from: EventID(after + 1), through: newest)
    case ("GET", "/follow"): return .changes
    case ("GET", "/picture"): return .response(picture(request))
    case ("GET", let path):
      guard let type = Self.contentTypes[path] else {
        return .response(.text(404, "This page does not exist."))
      }
      // A page that is loaded again starts without permission.
      if path == "/" { allowsChanges = false }
      return .response(file(path == "/" ? "index.html" : String(path.dropFirst()), type))
    case ("POST", "/allow"): return .response(changePermission(request))
    case ("POST", "/command"): return .response(perform(request))
    case ("POST", _): return .response(.text(404, "This page does not exist."))
    default:
      var response = HTTPResponse.text(405, "The server answers only GET and POST.")
      response.fields = [("Allow", "GET, POST")]
      return .response(response)
    }
  }

  private func file(_ name: String, _ type: String) -> HTTPResponse {
    do {
      return HTTPResponse(
        status: 200, contentType: type, body: try files.contents(of: "inspector/\(name)"))
    } catch {
      return .text(404, "\(error)")
    }
  }

  private func picture(_ request: HTTPRequest) -> HTTPResponse {
    let event = request.parameter("event").flatMap { Int32($0) } ?? 0
    guard let bytes = try? client.store.picture(reportedBy: EventID(event)) else {
      return .text(404, "This event has no picture.")
    }
    // Browsers detect the format of a picture themselves.
    return HTTPResponse(status: 200, contentType: "image/jpeg", body: bytes)
  }

  // MARK: Commands

  private mutating func changePermission(_ request: HTTPRequest) -> HTTPResponse {
    guard let document = Self.document(request), case .bool(let isAllowed)? = document["allow"]
    else {
      return Self.badBody
    }
    guard !isAllowed || !client.store.log.isReadOnly else {
      return .error(403, "readOnly", "The profile was opened only for reading.")
    }
    allowsChanges = isAllowed
    return .json(JSONWriter.object { $0.member("allow", isAllowed) }.bytes)
  }

  private func perform(_ request: HTTPRequest) -> HTTPResponse {
    guard let document = Self.document(request), let name = document["command"]?.string else {
      return Self.badBody
    }
    guard allowsChanges else {
      return .error(403, "notAllowed", "Allow changes in the page first.")
    }
    guard let arguments = Self.commands[name] else {
      return .error(403, "notAllowed", "The page cannot perform this command.")
    }
    for (argument, value) in document.members where argument != "command" {
      guard arguments.contains(argument), value.string != nil else { return Self.badBody }
    }
    let message = JSONWriter.object { json in
      json.member("jsonrpc", "2.0")
      json.member("id", 1)
      json.member("method", name)
      json.object("params") { json in
        for argument in arguments {
          if let value = document[argument]?.string { json.member(argument, value) }
        }
      }
    }
    return .json(client.answer(message.bytes).reply)
  }

  private static let badBody = HTTPResponse.error(
    400, "badArguments", "The body of the request is not valid.")

  /// Returns the JSON in the body of a request, or nil. A form of another page cannot send this
  /// content type.
  private static func document(_ request: HTTPRequest) -> JSON? {
    guard request.field("content-type") == "application/json" else { return nil }
    return try? JSONParser.parse(request.body)
  }
}
