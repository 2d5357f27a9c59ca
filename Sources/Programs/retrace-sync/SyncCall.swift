import Glibc
import Platform
import Sync

/// How this program is called: `COMMAND OPTIONS -- WORDS`, by the console or by a service.
///
/// The addresses of servers and the code of `join` can also be given as ``SecretInput`` describes.
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
  /// The text by which they were given; nil if they were not.
  private var serversText: String?
  /// Whether servers were to be named, though the text may have none.
  var namesServers = false
  /// The keys of the devices that servers are to let in; nil: whoever knows a password.
  var keys: [String]?
  var words: [String] = []

  /// A pipe that the console reads from as long as it lives; −1 where there is none.
  var consoleDescriptor: Int32 { failureDescriptor == STDERR_FILENO ? -1 : failureDescriptor }

  /// Reads the addresses of servers or the code of the invitation from where they are, if they are no
  /// arguments.
  mutating func readSecrets() throws {
    if command == "init" || namesServers {
      servers = StreamServers.addresses(in: try SecretInput.servers.read(serversText))
      namesServers = true
    }
    if command == "join" { words = [try SecretInput.code.read(words.first)] }
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
    case "--servers": (serversText, namesServers) = (value, true)
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
