import Foundation
import Sync
import TestSupport
import Testing

@Suite(
  .enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.skipped)),
  .timeLimit(.minutes(30)))
struct PostgreSQLTests {
  /// Returns the error of opening the stream at an address, or nil.
  private func failure(of address: String) -> SyncError? {
    #expect(throws: SyncError.self) { try PostgreSQLStream("tests", in: address).state() }
  }

  // MARK: Streams

  @Test func `the first device creates the tables, and a stream is created once`() throws {
    let server = try PostgreSQLServer()
    let url = server.url
    let makers = (0..<8).map { number in
      ThreadRun {
        let stream = try PostgreSQLStream("tests-\(number / 2)", in: url)
        try stream.make()
        return try stream.state()
      }
    }
    let states = try makers.map { try $0.value() }
    #expect(states.allSatisfy { $0.last == 0 })
    for pair in 0..<4 { #expect(states[2 * pair] == states[2 * pair + 1]) }
    let seconds = Date().timeIntervalSince1970
    #expect(states.allSatisfy { abs(Double($0.created) / 1e9 - seconds) < 60 })
  }

  @Test func `profiles share a database without seeing each other`() throws {
    let server = try PostgreSQLServer()
    let streams = try ["a", "b"].map { try PostgreSQLStream($0, in: server.url) }
    for (number, stream) in streams.enumerated() {
      try stream.make()
      #expect(try stream.append([UInt8(number)], id: "x", after: 0) == .appended(at: 1))
    }
    try streams[0].erase(1)
    #expect(try streams[0].messages(after: 0, limit: 9).isEmpty)
    let message = try #require(try streams[1].messages(after: 0, limit: 9).first)
    #expect(message.bytes == [1])
    #expect(abs(Double(message.milliseconds) / 1e3 - Date().timeIntervalSince1970) < 60)
    #expect(
      try server.sql("SELECT count(bytes), max(last) FROM retrace_message, retrace_stream")
        == "2|1\n")
  }

  @Test func `large messages arrive in several reads`() throws {
    let stream = try PostgreSQLServer.stream()
    let bytes = [UInt8](repeating: 1, count: stream.value.largestMessage)
    for number in 0..<9 as Range<UInt64> {
      _ = try stream.value.append(bytes, id: "\(number)", after: number)
    }
    #expect(try stream.value.messages(after: 0, limit: 64).map(\.position) == [1, 2, 3, 4])
    #expect(try stream.value.messages(after: 4, limit: 3).map(\.position) == [5, 6, 7])
    #expect(try stream.value.allMessages().map(\.position) == Array(1...9))
  }

  @Test func `a missing stream is reported`() throws {
    let server = try PostgreSQLServer()
    let missed = SyncError(
      .lost,
      "\(server.url) does not have the stream of this profile. If the stream was lost, "
        + "“sync refill” refills the servers."
    )
    #expect(failure(of: server.url) == missed)
    try PostgreSQLStream("other", in: server.url).make()
    #expect(failure(of: server.url) == missed)
    let append = #expect(throws: SyncError.self) {
      try PostgreSQLStream("tests", in: server.url).append([1], id: "a", after: 0)
    }
    #expect(append == missed)
  }

  // MARK: Connections

  @Test func `a wait ends when another device appends a message`() throws {
    let server = try PostgreSQLServer()
    let stream = try server.stream()
    let url = server.url
    let waiting = ThreadRun {
      try PostgreSQLStream("tests", in: url).wait(after: 0, milliseconds: 60_000)
    }
    try server.waitUntilSomebodyWaits()
    let begin = ContinuousClock.now
    _ = try stream.append([1], id: "a", after: 0)
    #expect(try waiting.value())
    #expect(ContinuousClock.now - begin < .seconds(20))
  }

  @Test func `a wait ends when the server stops`() throws {
    let server = try PostgreSQLServer()
    _ = try server.stream()
    let url = server.url
    let waiting = ThreadRun {
      #expect(throws: SyncError.self) {
        try PostgreSQLStream("tests", in: url).wait(after: 0, milliseconds: 60_000)
      }
    }
    try server.waitUntilSomebodyWaits()
    let begin = ContinuousClock.now
    server.kill()
    #expect(try waiting.value()?.isTemporary == true)
    #expect(ContinuousClock.now - begin < .seconds(20))
  }

  @Test func `a broken connection is replaced`() throws {
    let server = try PostgreSQLServer()
    let stream = try server.stream()
    func cut() throws {
      let cut = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
      #expect(try server.sql("\(cut) WHERE application_name = 'retrace'") == "t\n")
    }
    try cut()
    #expect(try stream.state().last == 0)
    try cut()
    #expect(try stream.append([1], id: "a", after: 0) == .unknown)
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    try cut()
    #expect(try stream.messages(after: 0, limit: 9).map(\.bytes) == [[1]])
  }

  @Test func `messages without a standby are not acknowledged, despite the server's settings`()
    throws
  {
    let server = try PostgreSQLServer(settings: ["synchronous_commit=off"])
    let stream = try server.stream()
    func waitForStandby(_ name: String) throws {
      try server.sql("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
      try server.sql("SELECT pg_reload_conf()")
      try waitUntil { try server.sql("SHOW synchronous_standby_names") == "\(name)\n" }
      // Each process reads the settings before its next request.
      _ = try stream.state()
    }
    try waitForStandby("ANY 1 (nobody)")
    #expect(try stream.append([1], id: "a", after: 0) == .unknown)
    // The device waits for the first server, but not forever.
    let busy = #expect(throws: SyncError.self) {
      try stream.append([1], id: "a", after: 0)
    }
    #expect(
      busy
        == SyncError(
          .stream,
          "\(server.url) is still waiting for its standbys to store another message of this "
            + "profile.", isTemporary: true))
    #expect(try stream.messages(after: 0, limit: 9).isEmpty)
    try waitForStandby("")
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(try stream.messages(after: 0, limit: 9).map(\.bytes) == [[1]])
  }

  @Test func `of several hosts, the one that accepts writes is used`() throws {
    let standby = try PostgreSQLServer(settings: ["default_transaction_read_only=on"])
    let server = try PostgreSQLServer()
    _ = try server.stream()
    let none = try NATSServer.freePort()
    let hosts = [none, standby.port, server.port].map { "127.0.0.1:\($0)" }
    let stream = try PostgreSQLStream(
      "tests", in: "postgresql://\(hosts.joined(separator: ","))/postgres")
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    server.stop()
    let failure = #expect(throws: SyncError.self) { try stream.state() }
    #expect(
      failure
        == SyncError(
          .stream,
          "\(server.url) cannot be reached; \(PostgreSQLServer.url(port: none)) cannot be reached; "
            + "\(standby.url) is a standby, and does not accept changes at the moment.",
          isTemporary: true))
    try server.start()
    #expect(try stream.messages(after: 0, limit: 9).map(\.bytes) == [[1]])
  }

  @Test func `a promoted standby has all acknowledged messages`() throws {
    let first = try PostgreSQLServer()
    let created = try first.stream().state().created
    let second = try PostgreSQLServer(standbyOf: first)
    try first.sql("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'")
    try first.sql("SELECT pg_reload_conf()")
    try waitUntil {
      try first.sql("SELECT sync_state FROM pg_stat_replication") == "quorum\n"
    }
    let address =
      "postgresql://127.0.0.1:\(first.port),127.0.0.1:\(second.port)/postgres?connect_timeout=30"
    let accepted = ThreadRun {
      var writer = try StreamWriter(1, on: [address])
      return try writer.append(200)
    }
    let stream = try PostgreSQLStream("tests", in: address)
    try waitUntil { (try? stream.state().last) ?? 0 >= 50 }
    first.kill()
    try second.sql("SELECT pg_promote()")
    let positions = try accepted.value()
    let messages = try stream.allMessages()
    #expect(messages.map { $0.bytes[1] } == Array(0..<200))
    #expect(positions.keys.sorted() == messages.map(\.position))
    #expect(try stream.state() == StreamState(created: created, last: 200))
  }

  // MARK: Addresses

  @Test func `a password is accepted from each source`() throws {
    let server = try PostgreSQLServer(
      access: """
        host all me 127.0.0.1/32 scram-sha-256
        host all stranger 127.0.0.1/32 reject
        host all all 127.0.0.1/32 trust

        """)
    try server.sql("CREATE ROLE me LOGIN PASSWORD 's@cret'")
    try server.sql("CREATE ROLE stranger LOGIN")
    try server.sql("CREATE DATABASE retrace OWNER me")
    let place = "127.0.0.1:\(server.port)"
    let shown = "postgresql://\(place)/retrace"
    try PostgreSQLStream("tests", in: "postgresql://me:s%40cret@\(place)/retrace").make()
    let file = server.folder.url.appending(path: "pgpass")
    try Data("127.0.0.1:\(server.port):retrace:me:s@cret\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let known = "postgresql://me@\(place)/retrace?passfile=\(file.path)"
    #expect(try PostgreSQLStream("tests", in: known).state().last == 0)

    for (address, shown, reason) in [
      (
        "me:wr%40ng@\(place)/retrace", shown,
        "rejected the login: the name or password is wrong"
      ),
      ("me@\(place)/retrace", shown, "rejected the login: it requires a password"),
      (
        "stranger@\(place)/retrace", shown,
        "rejected the login: pg_hba.conf rejects connection for host \"127.0.0.1\", user "
          + "\"stranger\", database \"retrace\", no encryption"
      ),
      (
        "\(place)/nothing", "postgresql://\(place)/nothing",
        "has no such database: database \"nothing\" does not exist"
      ),
      (
        "me:s%40cret@\(place)/retrace?sslmode=verify-full&sslrootcert=/dev/null", shown,
        "does not support TLS, which its address requires"
      ),
      (
        "me:s%40cret@\(place)/retrace?sslmode=wrong", shown,
        "cannot be used: invalid sslmode value: \"wrong\""
      ),
    ] {
      #expect(
        failure(of: "postgresql://\(address)")
          == SyncError(.stream, "\(shown) \(reason)."))
    }
  }

  @Test func `a missing permission on the server is reported`() throws {
    let server = try PostgreSQLServer()
    try server.sql("CREATE ROLE reader LOGIN")
    let address = "postgresql://reader@127.0.0.1:\(server.port)/postgres"
    let making = #expect(throws: SyncError.self) {
      try PostgreSQLStream("tests", in: address).make()
    }
    #expect(
      making
        == SyncError(
          .stream, "\(server.url) does not allow it: permission denied for schema public."))
    _ = try server.stream()
    try server.sql("GRANT SELECT ON retrace_stream, retrace_message TO reader")
    let reader = try PostgreSQLStream("tests", in: address)
    #expect(try reader.state().last == 0)
    let failure = #expect(throws: SyncError.self) {
      try reader.append([1], id: "a", after: 0)
    }
    #expect(failure?.isTemporary == false)
    #expect(failure?.description.contains("does not allow it: permission denied") == true)
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"),
      "openssl is not installed; the test that makes a certificate is skipped."))
  func `a certificate must be trusted`() throws {
    let folder = try TemporaryFolder()
    for name in ["server", "other"] {
      let made = try Subprocess.run(
        "/usr/bin/openssl",
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
          "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
          "-keyout", "\(folder.path)/\(name).key", "-out", "\(folder.path)/\(name).crt",
        ])
      #expect(made.status == 0, "\(made.errors)")
    }
    var files: [String: Data] = [:]
    for name in ["server.key", "server.crt"] {
      files[name] = try Data(contentsOf: folder.url.appending(path: name))
    }
    let server = try PostgreSQLServer(settings: ["ssl=on"], files: files)
    let trusting = "\(server.url)?sslmode=verify-full&sslrootcert=\(folder.path)"
    try PostgreSQLStream("tests", in: "\(trusting)/server.crt").make()
    let refusal = try #require(failure(of: "\(trusting)/other.crt"))
    #expect(refusal.description.hasPrefix("\(server.url) is not trusted: SSL error: certificate"))
    #expect(!refusal.isTemporary)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server that sends unexpected answers does not block the device`() throws {
    let server = try ScriptedDatabase()
    let url = PostgreSQLServer.url(port: server.port)
    #expect(
      failure(of: url) == SyncError(.stream, "\(url) closed the connection.", isTemporary: true))
  }

  @Test func `a server that is not PostgreSQL is reported by name`() throws {
    let port = try NATSServer.freePort()
    let url = PostgreSQLServer.url(port: port)
    #expect(
      failure(of: "postgresql://me:secret@127.0.0.1:\(port)/postgres")
        == SyncError(.stream, "\(url) cannot be reached.", isTemporary: true))
    let other = try ScriptedServer(version: "2.15.1")
    let wrong = PostgreSQLServer.url(port: other.port)
    #expect(
      failure(of: wrong)
        == SyncError(.stream, "\(wrong) is not a PostgreSQL server."))
  }
}

extension PostgreSQLServer {
  /// Waits until a device waits for a message.
  func waitUntilSomebodyWaits() throws {
    try waitUntil {
      try sql(
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle' AND query LIKE 'SELECT WHERE %'"
      )
        == "1\n"
    }
  }

  /// Creates a stream on a new server, which runs as long as it is referenced.
  static func stream() throws -> (server: PostgreSQLServer, value: any ServedStream) {
    let server = try PostgreSQLServer()
    return (server, try server.stream())
  }
}
