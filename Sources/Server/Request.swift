internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore

/// A request of a client: a JSON-RPC 2.0 message on one line.
struct Request {
  /// The id to return in the response, exactly as it was sent, or nil if the client expects no
  /// response.
  let id: JSON?
  let method: String
  /// The named arguments. Arguments in any other form are rejected.
  let parameters: [(name: String, value: JSON)]

  /// Creates a request without an id.
  init(_ method: String, _ parameters: [(name: String, value: JSON)]) {
    id = nil
    self.method = method
    self.parameters = parameters
  }

  /// Reads a message.
  ///
  /// - Parameter id: Set to the id as soon as it is known, for the response to an invalid request.
  init(_ message: JSON, id: inout JSON?) throws {
    self.id = message["id"]
    switch self.id {
    case nil, .null, .string, .integer, .number: id = self.id
    default: throw CommandError(.notARequest, "An id must be a string or a number.")
    }
    guard message["jsonrpc"] == .string("2.0"), case .string(let method)? = message["method"] else {
      throw CommandError(
        .notARequest,
        "A request must have the form "
          + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"…\",\"params\":{…}}.")
    }
    self.method = method
    switch message["params"] {
    case nil: parameters = []
    case .object(let members): parameters = members
    default:
      throw CommandError(
        .badArguments,
        "“params” must be an object: arguments are passed by name.")
    }
  }

  /// A description of the command and its arguments, which does not depend on the order in which
  /// they were sent. It does not include the preconditions of the request.
  var description: String {
    JSONWriter.object { json in
      json.member("method", method)
      let arguments = parameters.filter { !["key", "ifAt"].contains($0.name) && $0.value != .null }
      // Arguments with the same name stay in the order in which they were sent.
      for name in Set(arguments.map(\.name)).sorted() {
        for argument in arguments where argument.name == name { json.member(name, argument.value) }
      }
    }.text
  }

  /// Returns the argument with a name, or nil if it is absent or null.
  subscript(name: String) -> JSON? {
    let value = parameters.first { $0.name == name }?.value
    return value == .null ? nil : value
  }

  /// Returns the event number in an argument, or nil if the argument is absent.
  func event(_ name: String) throws -> EventID? {
    guard let value = self[name] else { return nil }
    guard let number = value.id, let id = Int32(exactly: number) else {
      throw CommandError(.badArguments, "“\(name)” must be the number of an event.")
    }
    return EventID(id)
  }

  /// Returns the moment in an argument, or nil if the argument is absent.
  func point(_ name: String) throws -> Point? {
    switch self[name] {
    case nil: return nil
    case .integer(let number)? where number >= 0: return number == 0 ? .start : .event(number)
    case .string(let text)?:
      if let point = Point(text) { return point }
    default: break
    }
    throw CommandError(
      .badArguments,
      "“\(name)” must be the number of an event, or a string such as \"-5\", \"@14:00\" or the name of "
        + "a mark or a branch.")
  }

  /// Returns the text of 1 to 100 bytes in an argument, or nil if the argument is absent.
  func name(_ name: String) throws -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string, (1...100).contains(text.utf8.count) else {
      throw CommandError(.badArguments, "“\(name)” must be a string of 1 to 100 bytes.")
    }
    return text
  }
}

extension JSON {
  /// The number of an id or an event, or nil for other values. A string with a number is not an id.
  var id: Int64? { if case .integer(let number) = self { number } else { nil } }
}

/// Messages to a client, each on its own line.
extension JSONWriter {
  /// Returns the response to a request.
  static func reply(to id: JSON, result: JSONWriter) -> JSONWriter {
    message { json in
      json.member("id", id)
      json.member("result", result)
    }
  }

  /// Returns the response to a failed request.
  static func reply(to id: JSON, _ failure: CommandError) -> JSONWriter {
    message { json in
      json.member("id", id)
      json.object("error") { json in
        json.member("code", failure.requestNumber)
        json.member("message", failure.message)
        if failure.reason != nil { json.member("data", failure) }
      }
    }
  }

  /// Returns a notification.
  static func notification(_ method: String, _ parameters: some JSONValue) -> JSONWriter {
    message { json in
      json.member("method", method)
      json.member("params", parameters)
    }
  }

  private static func message(_ body: (inout JSONWriter) -> Void) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      body(&json)
    }
    json.endLine()
    return json
  }
}
