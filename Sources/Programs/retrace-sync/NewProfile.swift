import Platform
import RetraceEventLog
import Sync

/// The folder of a profile that a command may create.
struct NewProfile {
  private let folder: String
  /// Whether the folder existed before the command.
  private let wasThere: Bool

  init(_ folder: String) {
    self.folder = folder
    wasThere = FileTree.allows(0, folder)
  }

  /// Runs an operation that creates the profile. If the operation fails, an empty profile that did
  /// not exist before is removed.
  ///
  /// If the device may already have joined, the profile and its sync state are kept.
  func removingIfRefused<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      if !wasThere, isEmpty { FileTree.removeFolder(folder) }
      throw error
    }
  }

  private var isEmpty: Bool {
    guard let log = try? EventLog(profile: folder, access: .readOnly),
      let last = try? log.read({ reader in try reader.newest() })
    else { return false }
    let hasBegun = (try? SyncState.stored(in: log) != nil) ?? true
    return last == 0 && !hasBegun
  }
}
