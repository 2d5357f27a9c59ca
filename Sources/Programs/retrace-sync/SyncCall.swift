import Platform
import Sync

/// The arguments of this program, `COMMAND OPTIONS -- WORDS`, given by the console or a service.
///
/// Server addresses and the code of `join` can also be given as ``SecretInput`` describes.
struct SyncCall {
  var command = ""
  var profile = ""
  /// The descriptor for the description of a failure.
  var failureDescriptor: Int32 = STDERR_FILENO
  var printsJSON = false
  /// Whether to print only problems.
  var isQuiet = false
  /// The name for this device, or nil for the name of the computer.
  var name: String?
  var servers: [String] = []
  /// The argument with the servers, or nil if it was not given.
  private var serversText: String?
  /// Whether the servers option was given, even if its text is empty.
  var namesServers = false
  /// The public keys of the devices with access to the servers, or nil for access by password.
  var keys: [String]?
  var words: [String] = []

  /// A pipe that the console keeps open for reading as long as it runs; −1 if there is none.
  var consoleDescriptor: Int32 { failureDescriptor == STDERR_FILENO ? -1 : failureDescriptor }

  /// Reads the server addresses or the invitation code if they were not given as arguments.
  mutating func readSecrets() throws {
    if command == "init" || namesServers {
      servers = StreamServers.addresses(in: try SecretInput.servers.read(serversText))
      namesServers = true
    }
    if command == "join" { words = [try SecretInput.code.read(words.first)] }
  }

  /// The error for an invalid argument.
  struct UsageError: Error {
    let word: String
  }

  init(_ words: [String]) throws {
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

  private mutating func apply(_ word: String, _ value: String) throws {
    switch word {
    case "--profile": profile = value
    case "--name": name = value
    case "--servers": (serversText, namesServers) = (value, true)
    case "--keys":
      // Servers do not start if a key is listed twice.
      keys = value.split { $0 == "," || $0 == " " }.map(String.init)
        .reduce(into: []) { keys, key in if !keys.contains(key) { keys.append(key) } }
    case "--failure-descriptor":
      guard let number = Int32(value) else { throw UsageError(word: value) }
      failureDescriptor = number
    default: throw UsageError(word: word)
    }
  }
}
