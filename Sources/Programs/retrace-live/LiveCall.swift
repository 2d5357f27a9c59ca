import Live
import Platform

/// The arguments of this program when called by the console or by a browser: `host --profile DIR …`.
///
/// The console has already validated the user's input.
struct LiveCall {
  var command = ""
  var profile = ""
  var printsJSON = false
  /// The descriptor for the description of a failure.
  var failureDescriptor: Int32 = STDERR_FILENO
  /// The folder of a Chromium browser's profiles, if it is not the usual one.
  var userDataFolder: String?
  /// The file to lock while the browser is connected.
  var lock = ""
  var operands: [String] = []

  init(_ words: [String]) throws {
    var rest = words[...]
    command = rest.popFirst() ?? ""
    while let word = rest.popFirst() {
      switch word {
      case "--json": printsJSON = true
      case "--":
        operands = Array(rest)
        return
      default:
        guard let value = rest.popFirst() else { throw Self.unknown(word) }
        try apply(word, value)
      }
    }
  }

  private mutating func apply(_ word: String, _ value: String) throws {
    switch word {
    case "--profile": profile = value
    case "--lock": lock = value
    case "--user-data-dir": userDataFolder = value
    case "--failure-descriptor":
      guard let number = Int32(value) else { throw Self.unknown(value) }
      failureDescriptor = number
    default: throw Self.unknown(word)
    }
  }

  static func unknown(_ word: String) -> LiveError {
    LiveError("“\(word)” is not understood. Call “retrace live”; “retrace help live” says how.")
  }
}
