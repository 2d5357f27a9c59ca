/// The address of a PostgreSQL database, such as `postgresql://USER@HOST/DATABASE`. The scheme
/// `postgres://` is also accepted.
///
/// The address can contain everything that libpq accepts, including a password, several hosts
/// separated by commas, a folder with a socket instead of a host (`%2Frun%2Fpostgresql`), and
/// options such as `?sslmode=verify-full`. libpq reads omitted parts from the environment, and a
/// password from `~/.pgpass`. Source:
/// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
package struct DatabaseAddress: Equatable, Sendable, CustomStringConvertible {
  /// The complete address, including the user name, password and options.
  package let url: String
  /// The address for display, which contains only the hosts and the database.
  package let description: String
  /// The role named in the address, or nil to let libpq choose.
  package let role: String?
  /// Whether the address contains a password.
  package let hasPassword: Bool
  /// The servers, one for each host of the address.
  let servers: [Server]

  /// A host of the address, with its connection parameters.
  struct Server: Equatable, Sendable {
    let options: [String: String]
    /// The host for display.
    let description: String
  }

  private static let schemes = ["postgresql://", "postgres://"]

  /// Whether a string is meant as a database address, even if it is malformed.
  package static func isMeant(by text: String) -> Bool {
    let text = text.lowercased()
    return schemes.contains { text.hasPrefix($0) }
  }

  /// Parses an address.
  ///
  /// - Throws: ``SyncError`` that describes the error without any part of the address, because a
  ///   malformed password may be anywhere in the address.
  package init(_ text: String) throws {
    guard let colon = text.firstRange(of: "://"), Self.isMeant(by: text) else {
      throw Self.failure("it must begin with postgresql://")
    }
    let rest = text[colon.upperBound...]
    try Self.refuseMarks(in: rest)
    url = text[..<colon.lowerBound].lowercased() + "://" + rest
    guard let options = PostgreSQLConnection.options(of: url) else {
      throw Self.failure("libpq cannot parse it")
    }
    let hosts = Self.list(options["host"])
    let numericHosts = Self.list(options["hostaddr"])
    let ports = Self.list(options["port"])
    let count = max(hosts.count, numericHosts.count, 1)
    guard [0, count].contains(hosts.count), [0, count].contains(numericHosts.count),
      [0, 1, count].contains(ports.count)
    else { throw Self.failure("the number of ports does not match the number of hosts") }
    guard ports.allSatisfy({ $0.isEmpty || UInt16($0) ?? 0 > 0 }) else {
      throw Self.failure("the port is not a number from 1 to 65535")
    }
    role = options["user"]
    hasPassword = options["password"] != nil
    let database = options["dbname"].map { "/\($0)" } ?? ""
    var places: [String] = []
    servers = (0..<count).map { index in
      var own = options
      own["host"] = hosts.isEmpty ? nil : hosts[index]
      own["hostaddr"] = numericHosts.isEmpty ? nil : numericHosts[index]
      own["port"] = ports.isEmpty ? nil : ports[ports.count == 1 ? 0 : index]
      let place = Self.place(own["host"] ?? own["hostaddr"] ?? "", own["port"] ?? "")
      places.append(place)
      return Server(options: own, description: "postgresql://\(place)\(database)")
    }
    description = "postgresql://\(places.joined(separator: ","))\(database)"
  }

  /// Throws if the address contains characters with which libpq would end a password or a name too
  /// early. In that case, the rest of the password or name would be shown as a host.
  private static func refuseMarks(in rest: Substring) throws {
    var place = rest
    if let end = rest.firstIndex(where: { "@/".contains($0) }), rest[end] == "@" {
      place = rest[rest.index(after: end)...]
    }
    place = place.prefix { $0 != "?" }
    guard !place.contains("@"), place.count(where: { $0 == "/" }) <= 1 else {
      throw failure(
        "within a name or a password, write %40 for “@”, %2F for “/”, %3A for “:” and %3F for “?”")
    }
  }

  private static func list(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func place(_ host: String, _ port: String) -> String {
    // In an address, a folder is percent-encoded, and the colons of an IPv6 address are within
    // brackets.
    let word = host.contains(":") ? "[\(host)]" : host.replacing("/", with: "%2F")
    return port.isEmpty ? word : "\(word):\(port)"
  }

  private static func failure(_ reason: String) -> SyncError {
    SyncError(.stream, "The address of the database is invalid: \(reason).")
  }
}
