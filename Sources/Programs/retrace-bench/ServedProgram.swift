import Catalogue
import Platform

/// A server process to which this process is connected.
final class ServedProgram {
  private let child: StartedProcess
  private let requests: Descriptor
  private let answers: LineReader

  init(_ arguments: [String]) throws {
    guard let ends = ChildRun.start(arguments) else {
      throw CommandError("failed", "Cannot start \(arguments[0]).")
    }
    child = ends.child
    requests = Descriptor(ends.input, name: "server")
    answers = LineReader(Descriptor(ends.output, name: "server"))
  }

  deinit {
    requests.close()
    answers.descriptor.close()
    child.wait()
  }

  func ask(_ request: String) throws { try askAll([request]) }

  /// Sends all requests before it waits for the answers.
  func askAll(_ all: [String]) throws {
    try FileDescriptor.writeAll(requests.number, Array(all.joined().utf8))
    for _ in all { try waitForLine() }
  }

  /// Skips lines until one contains a string.
  func wait(for text: String) throws {
    while try !waitForLine().contains(text) {}
  }

  @discardableResult
  func waitForLine() throws -> String {
    let line = try answers.next()
    guard let line, !line.text.contains("\"error\"") else {
      throw CommandError("failed", "The server answered \(line?.text ?? "nothing").")
    }
    return line.text
  }

  /// The first request of a client.
  static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"bench"}}"# + "\n"

  /// Returns a request to run a command, with its parameters as JSON.
  static func request(_ command: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(command)","params":\#(parameters)}"# + "\n"
  }
}
