/// The versions of the Model Context Protocol.
enum ProtocolVersion {
  /// The version in which each request has an envelope and there is no session.
  static let stateless = "2026-07-28"
  /// The versions that begin with `initialize`, oldest first.
  static let withSession = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// All versions, newest first.
  static let all = [stateless] + withSession.reversed()
}
