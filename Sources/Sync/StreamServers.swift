/// The servers that keep a profile's stream. Their addresses say which kind they are of.
package enum StreamServers: Equatable, Sendable {
  /// NATS servers: `nats://` or `tls://`.
  case jetStream([ServerAddress])
  /// A database of PostgreSQL: `postgresql://`.
  case postgreSQL(DatabaseAddress)

  /// Reads addresses.
  ///
  /// - Throws: A ``StreamFailure`` that says what is wrong with one of them, or that there is none.
  package init(_ addresses: [String]) throws(StreamFailure) {
    guard let first = addresses.first else {
      throw StreamFailure(
        "No server is named: “--servers” says where the devices meet.", isTemporary: false)
    }
    guard !Self.isCutPassword(addresses) else {
      // No part of it is to be shown.
      throw StreamFailure(
        "A comma stands between two addresses, and in no name or password.", isTemporary: false)
    }
    guard addresses.contains(where: DatabaseAddress.isMeant) else {
      self = .jetStream(
        try addresses.map { text throws(StreamFailure) in try ServerAddress(text) })
      return
    }
    guard addresses.count == 1 else {
      throw StreamFailure(
        "A database has one address, with commas between its hosts: postgresql://ONE,TWO/DATABASE.",
        isTemporary: false)
    }
    self = .postgreSQL(try DatabaseAddress(first))
  }

  /// Whether a comma has cut a password: one part of it stands where a port would, and a later one before “@”.
  private static func isCutPassword(_ addresses: [String]) -> Bool {
    let first = addresses.firstIndex { $0.contains(":") && !$0.contains("@") }
    guard let first else { return false }
    return addresses[first...].contains { $0.contains("@") && !$0.contains("://") }
  }

  /// The addresses of a text with commas between them; those in the address of a database are its own.
  package static func addresses(in text: String) -> [String] {
    DatabaseAddress.isMeant(by: text) ? [text] : text.split(separator: ",").map(String.init)
  }

  /// The addresses whole, with names and passwords.
  package var urls: [String] {
    switch self {
    case .jetStream(let servers): servers.map(\.url)
    case .postgreSQL(let database): [database.url]
    }
  }

  /// What people are shown.
  package var descriptions: [String] {
    switch self {
    case .jetStream(let servers): servers.map(\.description)
    case .postgreSQL(let database): [database.description]
    }
  }

  /// A stream on these servers.
  ///
  /// - Parameters:
  ///   - name: The stream: 63 letters, digits, `-` and `_` at most.
  ///   - credentials: How this device shows NATS servers who it is.
  package func stream(
    _ name: String, credentials: ServerCredentials? = nil
  ) throws(StreamFailure) -> any ServedStream {
    switch self {
    case .jetStream: try JetStream(name, on: urls, credentials: credentials)
    case .postgreSQL(let database): try PostgreSQLStream(name, in: database.url)
    }
  }
}
