internal import BrowserModel

/// A run of an agent: everything that one program does under one name during one connection.
struct AgentRun {
  /// The name of the agent in the log.
  let name: String
  /// The number of the run in the log.
  let number: UInt32
  /// The newest event when the run began.
  let begin: EventID
  /// The first event that the run wrote, or nil if it wrote nothing.
  var first: EventID?
  /// The branch of the run, or nil until the run changes something.
  var branch: String?
  /// The branches that the agent is known to have created.
  var ownBranches: Set<String> = []
  /// The newest event that the agent has been told about.
  var seen: EventID

  init(name: String, number: UInt32, begin: EventID) {
    self.name = name
    self.number = number
    self.begin = begin
    seen = begin
  }

  /// The id of the run, such as `tidier/17`, or nil if it wrote nothing.
  var id: String? { first.map { "\(name)/\($0.rawValue)" } }

  /// The beginning of the names of the run's branches, which cannot contain spaces.
  var branchPrefix: String {
    let letters = name.unicodeScalars.map { scalar -> Character in
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F: Character(scalar)
      default: "-"
      }
    }
    let text = String(String(letters).drop { $0 == "-" || $0 == "." })
    return text.isEmpty ? "agent" : text
  }
}
