import BrowserModel
import Catalogue
import RetraceEventLog
import RetraceStore

/// The work of a child process of this program. Measurements of complete processes start such child
/// processes.
enum Probe {
  static let word = "probe"

  enum Work: String {
    /// Does nothing.
    case nothing
    /// Opens an environment with liblmdb and reads the last record.
    case rawNewest
    /// Opens a profile with Retrace and reads the last record.
    case newest
  }

  static func arguments(_ work: Work, _ directory: String) -> [String] {
    ["/proc/self/exe", word, work.rawValue, directory]
  }

  static func run(_ arguments: [String]) throws {
    guard arguments.count == 2, let work = Work(rawValue: arguments[0]) else {
      throw CommandError("failed", "A probe needs a kind and a profile.")
    }
    switch work {
    case .nothing: break
    case .rawNewest: try Floor(Fixture.environment(of: arguments[1])).last()
    case .newest: try readNewest(arguments[1])
    }
  }

  private static func readNewest(_ directory: String) throws {
    let log = try EventLog(profile: directory, access: .readWrite)
    try log.read { reader in
      let newest = try reader.newest()
      try reader.withRecord(at: newest) { bytes in
        Blackhole.consume(bytes.byteCount)
      }
    }
  }
}
