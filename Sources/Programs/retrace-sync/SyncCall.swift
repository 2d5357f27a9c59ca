import Glibc
import Platform
import Sync

/// How this program is called: `COMMAND OPTIONS -- WORDS`, by the console or by a service.
///
/// In the place of addresses of servers, and of the code of `join`, `-` may stand: then it is the next line of
/// standard input, which other users of the computer do not see.
struct SyncCall {
  var command = ""
  var profile = ""
  /// Where a sentence about a failure goes.
  var failureDescriptor: Int32 = STDERR_FILENO
  var printsJSON = false
  /// Whether only what goes wrong is told.
  var isQuiet = false
  /// What people call this device; nil: as the computer is called.
  var name: String?
  var servers: [String] = []
  /// Whether servers were to be named, though the text may have none.
  var namesServers = false
  /// The keys of the devices that servers are to let in; nil: whoever knows a password.
  var keys: [String]?
  var words: [String] = []

  /// A pipe that the console reads from as long as it lives; −1 where there is none.
  var consoleDescriptor: Int32 { failureDescriptor == STDERR_FILENO ? -1 : failureDescriptor }

  /// Reads what stands on standard input instead.
  mutating func readLines() throws {
    let takesCode = command == "join" && words == ["-"]
    guard servers == ["-"] || takesCode else { return }
    let text = String(decoding: try Descriptors.readAll(STDIN_FILENO), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    if servers == ["-"] { servers = StreamServers.addresses(in: lines.popFirst() ?? "") }
    if takesCode { words = [lines.popFirst() ?? ""] }
  }

  /// A word that is not understood.
  struct UsageError: Error {
    let word: String
  }

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    command = rest.popFirst() ?? ""
    while let word = rest.popFirst() {
      switch word {
      case "--":
        self.words = Array(rest)
        return
      case "--json": printsJSON = true
      case "--quiet": isQuiet = true
      default:
        guard let value = rest.popFirst() else { throw UsageError(word: word) }
        try apply(word, value)
      }
    }
  }

  private mutating func apply(_ word: String, _ value: String) throws(UsageError) {
    switch word {
    case "--profile": profile = value
    case "--name": name = value
    case "--servers": (servers, namesServers) = (StreamServers.addresses(in: value), true)
    case "--keys":
      // Servers do not start with a key that they are given twice.
      keys = value.split { $0 == "," || $0 == " " }.map(String.init)
        .reduce(into: []) { keys, key in if !keys.contains(key) { keys.append(key) } }
    case "--failure-descriptor":
      guard let number = Int32(value) else { throw UsageError(word: value) }
      failureDescriptor = number
    default: throw UsageError(word: word)
    }
  }
}
