import TestSupport

extension ProbeProcess {
  /// Starts the probe of the session.
  convenience init(_ mode: String, _ profile: String, seed: UInt64 = 0) throws {
    try self.init(program: "SessionProbe", arguments: [mode, profile, "\(seed)"])
  }
}
