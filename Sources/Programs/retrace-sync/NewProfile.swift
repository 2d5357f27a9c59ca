import Platform
import RetraceEventLog
import Sync

/// A profile that a command creates if it does not exist.
struct NewProfile {
  private let folder: String
  /// Whether the folder existed before.
  private let wasThere: Bool

  init(_ folder: String) {
    self.folder = folder
    wasThere = FileTree.allows(0, folder)
  }

  /// Runs an operation that creates the profile. If it fails, an empty profile that did not exist
  /// before is removed.
  ///
  /// If a device may have joined already, the profile stays, with the state that says so.
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
