import Catalogue
import CommandKit
internal import Notation
import Platform
import Sync

/// `server` with the address of a database, which prints the SQL that creates the database and its
/// role.
struct DatabaseScript {
  private let hosts: Substring
  private let database: Substring
  private let role: Substring
  private let options: Substring
  private let password = Password.make()
  private let answer: SyncAnswer

  init(_ call: HelperCall, _ address: String) throws {
    answer = SyncAnswer(call)
    let address = try DatabaseAddress(address)
    let place = address.description.dropFirst("postgresql://".count)
    hosts = place.prefix { $0 != "/" }
    database = place.contains("/") ? place[hosts.endIndex...].dropFirst() : "retrace"
    role = address.role.map { $0[...] } ?? database
    options = address.url.firstIndex(of: "?").map { address.url[$0...] } ?? ""
    guard !call.arguments.has("keys") else {
      throw SyncError(
        .refused,
        "A database authenticates devices by password. Keys are for NATS servers only.")
    }
    guard !address.hasPassword else {
      throw SyncError(
        .refused,
        "Leave the password out of the address. A new one is generated.")
    }
    guard call.arguments.texts("host").count == 1, !hosts.isEmpty, Self.isName(database),
      Self.isName(role)
    else {
      throw SyncError(
        .refused,
        "Name one database, and its role if it has a different name, in lowercase: "
          + "postgresql://HOST/retrace.")
    }
  }

  /// Whether a name needs no escaping in an address or in quoted SQL.
  private static func isName(_ name: Substring) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
  }

  func printResult() throws {
    let servers = "postgresql://\(role):\(password)@\(hosts)/\(database)\(options)"
    let text = """
      CREATE ROLE "\(role)" LOGIN PASSWORD '\(password)';
      CREATE DATABASE "\(database)" OWNER "\(role)";
      """
    try answer.write("server") { json in
      json.member("servers", servers)
      json.array("files") { json in
        json.object { json in
          json.member("host", String(hosts))
          json.member("text", text)
        }
      }
    }
    try answer.printLine("-- On \(String(hosts)), by the user postgres: psql -v ON_ERROR_STOP=1")
    try answer.printLine(SafeText(trusted: text))
    try answer.printLine("-- Then run “retrace sync init” on the first device. It asks for this:")
    try answer.printUnwrapped("-- \(SafeText(servers))")
  }
}
