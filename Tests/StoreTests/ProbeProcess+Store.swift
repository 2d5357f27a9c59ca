import TestSupport

extension ProbeProcess {
  /// Starts the probe of the store in a mode.
  convenience init(_ mode: String, _ profile: String, seed: UInt64 = 0) throws {
    try self.init(program: "StoreProbe", arguments: [mode, profile, "\(seed)"])
  }
}
