import Testing

@testable import Sync

@Suite struct DatabaseAddressTests {
  @Test(arguments: [
    ("postgresql://one.example.org/retrace", "postgresql://one.example.org/retrace"),
    ("POSTGRES://one.example.org", "postgresql://one.example.org"),
    (
      "postgresql://me:s%40cret@one:5433,two/retrace?sslmode=require",
      "postgresql://one:5433,two/retrace"
    ),
    ("postgresql://me:se?secret@[::1]:1/retrace", "postgresql://[::1]:1/retrace"),
    ("postgresql://me@%2Frun%2Fpostgresql/retrace", "postgresql://%2Frun%2Fpostgresql/retrace"),
    ("postgresql:///retrace?host=one,two&port=1,2", "postgresql://one:1,two:2/retrace"),
    ("postgresql:///retrace?host=one,two&port=5", "postgresql://one:5,two:5/retrace"),
    ("postgresql:///retrace?password=secret", "postgresql:///retrace"),
  ])
  func `an address is shown without a password`(text: String, shown: String) throws {
    let address = try DatabaseAddress(text)
    #expect(address.description == shown)
    #expect(try DatabaseAddress(address.url) == address)
    #expect(try StreamServers([text]) == .postgreSQL(address))
    #expect(StreamServers.addresses(in: text) == [text])
  }

  @Test func `each host becomes a separate address`() throws {
    let servers = try DatabaseAddress("postgresql://me:x@one:1,two/d?sslmode=require").servers
    let all = ["user": "me", "password": "x", "dbname": "d", "sslmode": "require"]
    #expect(
      servers.map(\.options) == [
        all.merging(["host": "one", "port": "1"]) { $1 },
        all.merging(["host": "two", "port": ""]) { $1 },
      ])
    #expect(servers.map(\.description) == ["postgresql://one:1/d", "postgresql://two/d"])
  }

  @Test(arguments: [
    "nats://one", "postgresql://me:se@secret@one/d", "postgresql://me:se/secret@one/d",
    "postgresql://me:secret", "postgresql://one/d/secret", "postgresql://one/d?pasword=secret",
    "postgresql://one/d?secret", "postgresql://one/d?password=%zzsecret", "postgresql://one:0/d",
    "postgresql://me:secret@[::1/d", "postgresql:///d?host=one,two,three&port=1,2",
    "postgresql://one/d,postgresql://me:secret@two/d",
  ])
  func `an invalid address is refused, and the error does not contain it`(text: String) {
    let failure = #expect(throws: SyncError.self) { try DatabaseAddress(text) }
    #expect(failure?.isTemporary == false)
    #expect(failure?.description.hasPrefix("The address of the database is invalid: ") == true)
    #expect(failure?.description.contains("secret") == false)
  }

  @Test func `all servers must be of the same kind`() throws {
    let several = SyncError(
      .stream,
      "Give one address for a database, with commas between its hosts: "
        + "postgresql://ONE,TWO/DATABASE.")
    for addresses in [["postgresql://one/d", "postgresql://two/d"], ["one", "postgres://two/d"]] {
      #expect(throws: several) { try StreamServers(addresses) }
    }
    let none = SyncError(
      .stream, "No server is given. Use “--servers” with the addresses of the servers.")
    #expect(throws: none) { try StreamServers([]) }
    let two = try StreamServers(StreamServers.addresses(in: "nats://me:x@one,tls://two"))
    #expect(two.descriptions == ["nats://one:4222", "tls://two:4222"])
    #expect(two.urls == ["nats://me:x@one:4222", "tls://two:4222"])
  }
}
