/// The servers that store a profile's stream. The scheme of the addresses selects the kind of
/// servers.
package enum StreamServers: Equatable, Sendable {
  /// NATS servers, with addresses that begin with `nats://` or `tls://`.
  case jetStream([ServerAddress])
  /// A PostgreSQL database, with an address that begins with `postgresql://`.
  case postgreSQL(DatabaseAddress)

  /// Parses addresses.
  ///
  /// - Throws: ``SyncError`` if an address is invalid or if `addresses` is empty.
  package init(_ addresses: [String]) throws {
    guard let first = addresses.first else {
      throw SyncError(
        .stream, "No server is given. Use “--servers” with the addresses of the servers.")
    }
    guard !Self.isCutPassword(addresses) else {
      // The message must not show any part of the address.
      throw SyncError(
        .stream, "A comma separates two addresses, so names and passwords cannot contain commas.")
    }
    guard addresses.contains(where: DatabaseAddress.isMeant) else {
      self = .jetStream(
        try addresses.map(ServerAddress.init))
      return
    }
    guard addresses.count == 1 else {
      throw SyncError(
        .stream,
        "Give one address for a database, with commas between its hosts: "
          + "postgresql://ONE,TWO/DATABASE.")
    }
    self = .postgreSQL(try DatabaseAddress(first))
  }

  /// Whether a comma has split a password. In that case, the first part of the password is in the
  /// place of a port, and a later part is followed by an “@”.
  private static func isCutPassword(_ addresses: [String]) -> Bool {
    let first = addresses.firstIndex { $0.contains(":") && !$0.contains("@") }
    guard let first else { return false }
    return addresses[first...].contains { $0.contains("@") && !$0.contains("://") }
  }

  /// Splits a comma-separated list of addresses. Commas within a database address do not split it.
  package static func addresses(in text: String) -> [String] {
    DatabaseAddress.isMeant(by: text) ? [text] : text.split(separator: ",").map(String.init)
  }

  /// The complete addresses, with names and passwords.
  package var urls: [String] {
    switch self {
    case .jetStream(let servers): servers.map(\.url)
    case .postgreSQL(let database): [database.url]
    }
  }

  /// The addresses for display.
  package var descriptions: [String] {
    switch self {
    case .jetStream(let servers): servers.map(\.description)
    case .postgreSQL(let database): [database.description]
    }
  }

  /// Returns a stream on these servers.
  ///
  /// - Parameters:
  ///   - name: The name of the stream, which consists of at most 63 letters, digits, `-` and `_`.
  ///   - credentials: The credentials of this device for NATS servers.
  package func stream(
    _ name: String, credentials: ServerCredentials? = nil
  ) throws -> any ServedStream {
    switch self {
    case .jetStream: try JetStream(name, on: urls, credentials: credentials)
    case .postgreSQL(let database): try PostgreSQLStream(name, in: database.url)
    }
  }
}
