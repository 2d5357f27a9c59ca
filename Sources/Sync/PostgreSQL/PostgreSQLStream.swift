/// A stream stored in a PostgreSQL database, which can hold the streams of several profiles.
///
/// ```swift
/// let stream = try PostgreSQLStream("7f3c", in: "postgresql://me@one.example.org/retrace")
/// try stream.make()
/// ```
///
/// If there are several hosts, the stream uses the writable host. If its connection is lost,
/// commands that can be repeated are repeated once on the first host that can be reached.
package final class PostgreSQLStream: ServedStream {
  private let name: String
  /// The servers, starting with the server that was last connected.
  private var servers: [DatabaseAddress.Server]
  private var connection: PostgreSQLConnection?
  /// The creation time of the stream whose state was last read, or 0 if no state was read.
  private var created: UInt64 = 0

  package var wakingDescriptors: [Int32] = []
  /// The names of absent servers, which is always empty, because a role that only owns its tables
  /// cannot see standbys.
  package var absentServers: [String] { [] }

  /// The time after which the stream checks for messages whose notification was lost.
  private static let silence = Duration.seconds(30)
  /// The number of message bytes after which no further message is read in the same call.
  private static let largestPage = 4 << 20

  /// Creates a stream object. The first call of a function connects to the database.
  ///
  /// - Parameters:
  ///   - name: The name of the stream, which consists of at most 63 letters, digits, `-` and `_`.
  ///   - address: The address of the database (``DatabaseAddress``).
  /// - Throws: ``SyncError`` for an invalid address. All calls throw ``SyncError`` if no host can
  ///   be used. The error states the reason for each host.
  package init(_ name: String, in address: String) throws {
    self.name = name
    servers = try DatabaseAddress(address).servers
  }

  /// The maximum size of a message, 1 MiB. A database would accept messages a thousand times
  /// larger, but readers hold several copies of a message in memory, and NATS messages have the
  /// same limit.
  package var largestMessage: Int { 1 << 20 }

  // MARK: Tables

  /// The tables shared by all profiles of a database. The row of an erased message is kept, but
  /// without the bytes.
  private static let tables = """
    SELECT pg_advisory_xact_lock(8245921732274); -- Only one device creates the tables.
    CREATE TABLE IF NOT EXISTS retrace_stream (
      name text PRIMARY KEY, created bigint NOT NULL, last bigint NOT NULL);
    CREATE TABLE IF NOT EXISTS retrace_message (
      stream text, position bigint, id text NOT NULL, milliseconds bigint NOT NULL, bytes bytea,
      PRIMARY KEY (stream, position))
    """

  /// Creates the stream unless it exists, and the tables if they are missing.
  package func make() throws {
    try asking { connection in
      do {
        try self.insertStream(connection)
      } catch let error as SyncError where error.reason == .lost {
        try connection.run(Self.tables)
        try self.insertStream(connection)
      }
    }
  }

  private func insertStream(_ connection: PostgreSQLConnection) throws {
    // Messages that were being appended when an earlier stream was removed may remain.
    try connection.rows(
      """
      DELETE FROM retrace_message
        WHERE stream = $1 AND NOT EXISTS (SELECT FROM retrace_stream WHERE name = $1)
      """, .text(name))
    try connection.rows(
      """
      INSERT INTO retrace_stream
        SELECT $1::text, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint * 1000, 0
        ON CONFLICT DO NOTHING
      """, .text(name))
  }

  package func state() throws -> StreamState {
    try asking { connection in
      let rows = try connection.rows(
        "SELECT created, last FROM retrace_stream WHERE name = $1", .text(self.name))
      guard let row = rows.first else {
        throw SyncError(PostgreSQLFault.unknownStream, at: connection.server)
      }
      self.created = row.number(0)
      return StreamState(created: Int64(bitPattern: row.number(0)), last: row.number(1))
    }
  }

  // MARK: Messages

  package func append(
    _ bytes: [UInt8], id: String, after last: UInt64
  ) throws -> AppendOutcome {
    let connection = try connected()
    do {
      guard bytes.count <= largestMessage else {
        throw SyncError(PostgreSQLFault.tooLarge, at: connection.server)
      }
      var position = try insert(bytes, id, after: last, connection)
      if position == nil { position = try find(id, after: last, connection) }
      guard let position else { return .conflict }
      wakeOthers(connection)
      return .appended(at: position)
    } catch let error as SyncError where error.isTemporary && connection.isLost {
      return .unknown
    }
  }

  /// Appends a message and returns its position, or nil if the stream has a different end. The
  /// first transaction to update the stream's row wins. Other transactions wait for it, and then
  /// find a different end.
  private func insert(
    _ bytes: [UInt8], _ id: String, after last: UInt64, _ connection: PostgreSQLConnection
  ) throws -> UInt64? {
    try connection.rows(
      """
      WITH place AS (
        UPDATE retrace_stream SET last = last + 1
          WHERE name = $1 AND last = $2::bigint AND $5::bigint IN (0, created)
        RETURNING last
      )
      INSERT INTO retrace_message
        SELECT $1, last, $3, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, $4::bytea
        FROM place
        RETURNING position
      """, .text(name), .number(last), .text(id), .bytes(bytes), .number(created)
    ).first?.number(0)
  }

  /// Returns the position of a message, or nil if the message is not stored. The id of the message
  /// identifies the message before it, so the message can only be stored directly after `last`.
  private func find(
    _ id: String, after last: UInt64, _ connection: PostgreSQLConnection
  ) throws -> UInt64? {
    let rows = try connection.rows(
      """
      SELECT position, id FROM retrace_stream
        LEFT JOIN retrace_message ON stream = name AND position = $2::bigint + 1
        WHERE name = $1
      """, .text(name), .number(last))
    guard let row = rows.first else {
      throw SyncError(PostgreSQLFault.unknownStream, at: connection.server)
    }
    return row.text(1) == id ? row.number(0) : nil
  }

  /// Notifies devices that are waiting for a message. Notifying in the transaction of the append
  /// would serialize the appends of all profiles in the database, because a notification holds a
  /// lock until its commit is on disk. With eight profiles, this lock reduced 2,270 appends per
  /// second to 270. A notification may get lost.
  private func wakeOthers(_ connection: PostgreSQLConnection) {
    // If it fails, the other devices also check periodically.
    _ = try? connection.rows(
      "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, '')", .text(name))
  }

  /// Returns the messages after a position in order, or an empty array if there are no such
  /// messages yet. Several calls may be needed to read large messages.
  package func messages(
    after position: UInt64, limit: Int
  ) throws -> [StreamMessage] {
    try asking { connection in
      try connection.rows(
        """
        SELECT position, milliseconds, bytes FROM (
          SELECT *, sum(octet_length(bytes)) OVER (ORDER BY position) - octet_length(bytes) AS before
            FROM (
              SELECT position, milliseconds, bytes FROM retrace_message
                WHERE stream = $1 AND position > $2::bigint AND bytes IS NOT NULL
                ORDER BY position LIMIT $3::bigint
            ) AS next
          ) AS page WHERE before < $4::bigint ORDER BY position
        """, .text(self.name), .number(position), .number(UInt64(max(limit, 0))),
        .number(UInt64(Self.largestPage))
      ).map { row in
        StreamMessage(
          position: row.number(0), milliseconds: Int64(bitPattern: row.number(1)),
          bytes: row.bytes(2))
      }
    }
  }

  /// Waits until there is a message after a position, there is input at one of
  /// ``wakingDescriptors``, or the time has passed. Returns true if there is a message, or if the
  /// stream ends before the position.
  package func wait(after position: UInt64, milliseconds: Int) throws -> Bool {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while true {
      if try hasChanged(after: position) { return true }
      let now = ContinuousClock.now
      guard now < end else { return false }
      let connection = try connected()
      // The notification may have arrived after the check.
      if connection.readNotifications() { continue }
      let left = Int((min(end - now, Self.silence) / .milliseconds(1)).rounded(.up))
      if try connection.wait(milliseconds: left, or: wakingDescriptors) {
        return try hasChanged(after: position)
      }
    }
  }

  /// Whether there is a message after a position, or the stream ends before the position.
  private func hasChanged(after position: UInt64) throws -> Bool {
    try asking { connection in
      _ = connection.readNotifications()
      return try !connection.rows(
        """
        SELECT WHERE NOT EXISTS (
            SELECT FROM retrace_stream WHERE name = $1 AND last >= $2::bigint
          ) OR EXISTS (
            SELECT FROM retrace_message
              WHERE stream = $1 AND position > $2::bigint AND bytes IS NOT NULL
          )
        """, .text(self.name), .number(position)
      ).isEmpty
    }
  }

  package func erase(_ position: UInt64) throws {
    _ = try asking { connection in
      try connection.rows(
        """
        UPDATE retrace_message SET bytes = NULL FROM retrace_stream
          WHERE stream = $1 AND position = $2::bigint AND name = stream AND $3::bigint IN (0, created)
        """, .text(self.name), .number(position), .number(self.created))
    }
  }

  package func renew() throws {
    try asking { connection in
      do {
        try connection.rows(
          """
          WITH gone AS (DELETE FROM retrace_stream WHERE name = $1)
            DELETE FROM retrace_message WHERE stream = $1
          """, .text(self.name))
      } catch let error as SyncError where error.reason == .lost {
        // There is no stream to remove.
      }
    }
    try make()
  }

  // MARK: Servers

  /// Returns the current connection, or connects to the first server in the list that accepts this
  /// device.
  private func connected() throws -> PostgreSQLConnection {
    if let connection, !connection.isLost { return connection }
    var refusals: [SyncError] = []
    for (index, server) in servers.enumerated() {
      do {
        let made = try PostgreSQLConnection(to: server, channel: name)
        connection = made
        servers = Array(servers[index...] + servers[..<index])
        return made
      } catch let error as SyncError {
        refusals.append(error)
      }
    }
    throw SyncError(ofAll: refusals)
  }

  /// Runs commands that can be repeated. A connection that was idle for a long time may have been
  /// lost without notice. In that case, the commands are repeated on a new connection.
  private func asking<Answer>(
    _ question: (PostgreSQLConnection) throws -> Answer
  ) throws -> Answer {
    let isPrevious = connection?.isLost == false
    let connection = try connected()
    do {
      return try question(connection)
    } catch {
      guard connection.isLost, isPrevious else { throw error }
      return try asking(question)
    }
  }
}
