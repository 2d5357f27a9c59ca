internal import Platform

/// The credentials that a device uses for NATS servers whose addresses have no name and password.
package enum ServerCredentials: Equatable, Sendable {
  /// A credentials file written by `nsc` (`.creds`).
  case file(String)
  /// The key of the device.
  case key(DeviceKey)

  /// Finds the credentials in the profile's folder. `sync.creds` takes precedence over the key.
  /// Returns nil if the folder contains no credentials.
  package init?(in folder: String) throws {
    let file = folder + "/sync.creds"
    if FileTree.allows(R_OK, file) {
      // If the file is a pipe, libnats would wait for a writer.
      try failing(file) {
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
