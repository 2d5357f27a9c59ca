/// An error of a PostgreSQL server or connection.
struct PostgreSQLFault: Equatable {
  /// A description of the reason for the user, which is printed after the server's name.
  let reason: String
  /// Whether a retry on this server or another server may succeed.
  let isTemporary: Bool
  /// Whether the connection cannot be used any more. If so, the command may or may not have been
  /// executed.
  let endsConnection: Bool

  private init(_ reason: String, isTemporary: Bool, endsConnection: Bool = true) {
    self.reason = reason
    self.isTemporary = isTemporary
    self.endsConnection = endsConnection
  }

  static let silent = PostgreSQLFault("does not answer", isTemporary: true)
  static let brokenOff = PostgreSQLFault("closed the connection", isTemporary: true)
  static let flooded = PostgreSQLFault(
    "sends more data than devices have written", isTemporary: false)
  static let unreachable = PostgreSQLFault("cannot be reached", isTemporary: true)
  static let isStandby = PostgreSQLFault(
    "is a standby, and does not accept changes at the moment", isTemporary: true)
  static let unknownStream = PostgreSQLFault(
    "does not have the stream of this profile", isTemporary: false, endsConnection: false)
  static let tooLarge = PostgreSQLFault(
    "does not accept messages this large", isTemporary: false, endsConnection: false)

  /// Creates the fault for a server's error.
  ///
  /// - Parameters:
  ///   - code: The SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html).
  ///   - words: The error message.
  init(code: String, words: String) {
    switch code {
    case "28P01":
      self.init(
        "rejected the login: the name or password is wrong", isTemporary: false)
    case "28000":
      self.init("rejected the login: \(words)", isTemporary: false)
    case "3D000": self.init("has no such database: \(words)", isTemporary: false)
    case "42501":
      self.init(
        "does not allow it: \(words)", isTemporary: false, endsConnection: false)
    case "42P01": self = .unknownStream
    case "25006": self = .isStandby
    case "55P03":
      self.init(
        "is still waiting for its standbys to store another message of this profile",
        isTemporary: true,
        endsConnection: false)
    case "57P03": self.init("is not ready yet: \(words)", isTemporary: true)
    default:
      // These classes mean a connection failure, a rollback, a lack of resources, a busy object, an
      // interruption, and a system error.
      let isTemporary = ["08", "40", "53", "55", "57", "58"].contains(String(code.prefix(2)))
      self.init(
        "refused: \(words)", isTemporary: isTemporary,
        endsConnection: code.hasPrefix("08") || code.hasPrefix("57P"))
    }
  }

  /// Creates the fault for a failed connection from the text of libpq. For each address of a host,
  /// the text has several lines, which contain the code of the server's error.
  init(connecting text: String) {
    let lines: [Substring] = text.split(separator: "\n").map { line in
      line.firstRange(of: "failed: ").map { line[$0.upperBound...] } ?? line
    }
    for line in lines {
      // `FATAL:  28P01: password authentication failed for user "me"`
      guard let end = line.firstRange(of: ":  ") else { continue }
      let said = line[end.upperBound...]
      guard said.dropFirst(5).hasPrefix(": ") else { continue }
      self.init(code: String(said.prefix(5)), words: String(said.dropFirst(7)))
      return
    }
    func line(with words: String...) -> Substring? {
      lines.first { line in words.contains { line.contains($0) } }
    }
    if line(with: "session is read-only") != nil {
      self = .isStandby
    } else if line(with: "does not support SSL") != nil {
      self.init("does not support TLS, which its address requires", isTemporary: false)
    } else if line(with: "unexpected eof", "reset by peer") != nil {
      self = .brokenOff
    } else if let line = line(with: "certificate", "SSL error") {
      self.init("is not trusted: \(line)", isTemporary: false)
    } else if line(with: "no password supplied") != nil {
      self.init("rejected the login: it requires a password", isTemporary: false)
    } else if line(with: "expected authentication request", "invalid response to SSL") != nil {
      self.init("is not a PostgreSQL server", isTemporary: false)
    } else if let line = lines.first, line.hasPrefix("invalid ") {
      self.init("cannot be used: \(line)", isTemporary: false)
    } else {
      self = .unreachable
    }
  }
}

extension SyncError {
  /// Creates the error for a fault of a server.
  init(_ fault: PostgreSQLFault, at server: String) {
    if fault == .unknownStream {
      self.init(missingAt: server, isTemporary: false)
    } else {
      self.init(.stream, "\(server) \(fault.reason).", isTemporary: fault.isTemporary)
    }
  }
}
