internal import Glibc
internal import Platform

/// How a device shows NATS servers who it is, where their addresses have no name and password.
package enum ServerCredentials: Equatable, Sendable {
  /// With a file that `nsc` has written (`.creds`).
  case file(String)
  /// With its key.
  case key(DeviceKey)

  /// What there is in the folder of a profile, the file `sync.creds` first; nil if there is nothing.
  package init?(in folder: String) throws(SyncFailure) {
    let file = folder + "/sync.creds"
    if FileTree.allows(R_OK, file) {
      // libnats would wait for whoever writes to a pipe.
      try failing(file) { () throws(Errno) in
        guard try FileTree.status(at: file).st_mode & S_IFMT == S_IFREG else {
          throw ProfileFiles.notRegular
        }
      }
      self = .file(file)
    } else if let key = try DeviceKey(in: folder) {
      self = .key(key)
    } else {
      return nil
    }
  }
}
