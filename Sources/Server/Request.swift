internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore

/// What a client asks for: a message of JSON-RPC 2.0 that stands on one line.
struct Request {
  /// What its answer names it by, as it was sent, or nil if no answer is wanted.
  let id: JSON?
  let method: String
  /// The arguments by their names; those of other forms are refused.
  let parameters: [(name: String, value: JSON)]

  /// No request needs more values. Reading them must not keep the other clients waiting.
  static let mostValues = 100_000

  /// Reads a line.
  init(_ line: ArraySlice<UInt8>) throws(RequestFailure) {
    let message: JSON
    do {
      message = try JSONParser.parse(line, valuesAtMost: Self.mostValues)
    } catch {
      throw (error as? JSONError)?.hasTooMany == true
        ? RequestFailure(
          .notARequest, "A message has at most \(Self.mostValues.grouped) values: send several.")
        : RequestFailure(.notJSON, "This line is not JSON.")
    }
    id = message["id"]
    switch id {
    case nil, .null, .string, .integer, .number: break
    default: throw RequestFailure(.notARequest, "An id is a string or a number.")
    }
    guard message["jsonrpc"] == .string("2.0"), case .string(let method)? = message["method"] else {
      throw RequestFailure(
        .notARequest,
        "A request is {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"…\",\"params\":{…}}.",
        id: id)
    }
    self.method = method
    switch message["params"] {
    case nil: parameters = []
    case .object(let members): parameters = members
    default:
      throw RequestFailure(.badArguments, "“params” is an object: arguments have names.", id: id)
    }
  }

  /// The command and its arguments, the same for every order in which these are sent. The conditions of
  /// the request do not count.
  var description: String {
    JSONWriter.object { json in
      json.member("method", method)
      let arguments = parameters.filter { !["key", "ifAt"].contains($0.name) && $0.value != .null }
      // Those of one name stay in the order in which they were sent.
      for name in Set(arguments.map(\.name)).sorted() {
        for argument in arguments where argument.name == name { json.member(name, argument.value) }
      }
    }.text
  }

  /// The argument of a name; nil also for null.
  subscript(name: String) -> JSON? {
    let value = parameters.first { $0.name == name }?.value
    return value == .null ? nil : value
  }

  /// The event number in an argument, or nil if it is not given.
  func event(_ name: String) throws(RequestFailure) -> EventID? {
    guard let value = self[name] else { return nil }
    guard let number = value.integer, let id = Int32(exactly: number) else {
      throw RequestFailure(.badArguments, "“\(name)” is the number of an event.")
    }
    return EventID(id)
  }

  /// The text of 1 to 100 bytes that an argument is, or nil if it is not given.
  func name(_ name: String) throws(RequestFailure) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string, (1...100).contains(text.utf8.count) else {
      throw RequestFailure(.badArguments, "“\(name)” is a text of 1 to 100 bytes.")
    }
    return text
  }
}

/// Does for a request what fails as a command does.
func requesting<Value>(
  _ body: () throws(CommandFailure) -> Value
) throws(RequestFailure) -> Value {
  do throws(CommandFailure) { return try body() } catch { throw RequestFailure(error) }
}

/// What is sent to a client, each on a line of its own.
extension JSONWriter {
  /// The answer to a request.
  static func reply(to id: JSON, result: JSONWriter) -> JSONWriter {
    message { json in
      json.member("id", id)
      json.member("result", result)
    }
  }

  /// The answer to a request that failed.
  static func reply(to id: JSON, _ failure: RequestFailure) -> JSONWriter {
    message { json in
      json.member("id", id)
      json.object("error") { json in
        json.member("code", failure.code.rawValue)
        json.member("message", failure.message)
        if let failure = failure.failure { json.object("data", failure.write) }
      }
    }
  }

  /// What is told without having been asked for.
  static func notification(_ method: String, _ parameters: JSONWriter) -> JSONWriter {
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
