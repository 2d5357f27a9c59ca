import Platform
import RetraceEventLog

/// A profile that a command makes if it is not there.
struct NewProfile {
  private let folder: String
  /// Whether the folder was there before.
  private let wasThere: Bool

  init(_ folder: String) {
    self.folder = folder
    wasThere = FileTree.allows(0, folder)
  }

  /// Runs what makes the profile. If that fails, an empty profile that was not there before is removed.
  ///
  /// If a device may have joined already, the file that says so stays, and the profile with it.
  func removingIfRefused<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      if !wasThere, isEmpty { FileTree.removeFolder(folder) }
      throw error
    }
  }

  private var isEmpty: Bool {
    guard !FileTree.allows(0, folder + "/sync"),
      let log = try? EventLog(profile: folder, access: .readOnly),
      let last = try? log.read({ (reader) throws(LogFailure) in try reader.newest() })
    else { return false }
    return last == 0
  }
}
