import Exchange
import Glibc

/// The arguments of this program when called by the console: `import OPTIONS -- FILE`, `export
/// OPTIONS -- [FILE]`.
///
/// The console has already validated the user's input.
struct ExchangeCall {
  var command = ""
  var profile = ""
  /// The branch to use; 0 is the main line.
  var branch: Int32 = 0
  /// The current time, in milliseconds since 1970 UTC.
  var now: Int64?
  var isReadOnly = false
  var printsJSON = false
  /// The descriptor for the description of a failure.
  var failureDescriptor: Int32 = STDERR_FILENO
  var format: String?
  var folder = ""
  var since: Int64?
  var until: Int64?
  var isDryRun = false
  /// Whether a recording prints no events.
  var isQuiet = false
  var isColored = false
  /// The folder of a browser's existing profile.
  var browserProfile: String?
  /// The browser's executable, if it is not the usual one.
  var program: String?
  var isHeadless = false
  var isWithoutPictures = false
  /// The newest event of the moment to export or replay, or nil for the present.
  var moment: Int32?
  /// The tab whose trail to draw.
  var tab: Int32?
  var replaces = false
  var operands: [String] = []

  /// A pipe that the console keeps open for reading as long as it runs; −1 if there is none.
  var consoleDescriptor: Int32 { failureDescriptor == STDERR_FILENO ? -1 : failureDescriptor }

  init(_ words: [String]) throws {
    var rest = words[...]
    command = rest.popFirst() ?? ""
    while let word = rest.popFirst() {
      if word == "--" {
        operands = Array(rest)
        return
      }
      try apply(word, &rest)
    }
  }

  private mutating func apply(_ word: String, _ rest: inout ArraySlice<String>) throws {
    switch word {
    case "--read-only": isReadOnly = true
    case "--json": printsJSON = true
    case "--dry-run": isDryRun = true
    case "--quiet": isQuiet = true
    case "--colored": isColored = true
    case "--headless": isHeadless = true
    case "--no-pictures": isWithoutPictures = true
    case "--replace": replaces = true
    default:
      guard let value = rest.popFirst() else { throw Self.unknown(word) }
      try apply(word, value)
    }
  }

  private mutating func apply(_ word: String, _ value: String) throws {
    switch word {
    case "--profile": profile = value
    case "--format": format = value
    case "--into": folder = value
    case "--profile-dir": browserProfile = value
    case "--program": program = value
    case "--branch": branch = try Self.number(value)
    case "--failure-descriptor": failureDescriptor = try Self.number(value)
    case "--now": now = try Self.number(value)
    case "--since": since = try Self.number(value)
    case "--until": until = try Self.number(value)
    case "--moment": moment = try Self.number(value)
    case "--tab": tab = try Self.number(value)
    default: throw Self.unknown(word)
    }
  }

  private static func number<Number: FixedWidthInteger>(
    _ text: String
  ) throws -> Number {
    guard let number = Number(text) else { throw unknown(text) }
    return number
  }

  private static func unknown(_ word: String) -> ExchangeError {
    ExchangeError(
      .badCall,
      "“\(word)” is not a valid argument. Use “retrace import” or “retrace export”. See “retrace "
        + "help”.")
  }
}
