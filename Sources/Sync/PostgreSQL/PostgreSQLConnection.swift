internal import CPostgreSQL
internal import Platform

/// A connection to one server through libpq. A lost connection cannot be used any more.
@safe final class PostgreSQLConnection {
  /// The address of the server for display.
  let server: String
  /// Whether the connection cannot be used any more. The last command may have been executed or not.
  private(set) var isLost = false
  private let connection: OpaquePointer
  private let receiveLimit: ReceiveLimit?

  /// The time limit for connecting in seconds, unless the address contains a time limit.
  private static let connectSeconds = 5
  /// The maximum time for which a server may be silent after a command, in milliseconds.
  private static let answerMilliseconds = 5_000
  /// The time limit for a complete answer.
  private static let longestAnswer = Duration.seconds(600)
  /// The number of command bytes that extend a time limit by one millisecond, so that slow
  /// connections have enough time.
  private static let slowestBytes = 16

  /// The options that detect a broken connection within 10 to 15 seconds.
  private static let liveness = [
    "keepalives_idle": "5", "keepalives_interval": "5", "keepalives_count": "2",
    "tcp_user_timeout": "10000", "fallback_application_name": "retrace",
  ]
  /// The connection options that an address cannot override. These options require a writable
  /// server and error messages in a known encoding.
  private static let required = ["target_session_attrs": "read-write", "client_encoding": "UTF8"]

  /// The settings for all commands. A commit is acknowledged once it is on disk on the server and
  /// on the standbys that the server waits for. This wait must not have a time-out, because a
  /// commit that timed out would be reported as successful. The wait for the lock of another
  /// device's append, which may be waiting for standbys, is limited.
  private static let session = """
    SET synchronous_commit = on; SET statement_timeout = 0; SET lock_timeout = '4s';
    """

  /// Connects to a server.
  ///
  /// - Parameter channel: The channel whose notifications wake ``wait(milliseconds:or:)``.
  init(to server: DatabaseAddress.Server, channel: String) throws {
    self.server = server.description
    let options = Self.liveness.merging(server.options) { $1 }.merging(Self.required) { $1 }
    unsafe connection = try Self.connect(options, to: server.description)
    receiveLimit = ReceiveLimit(unsafe PQsocket(connection))
    // With a non-blocking connection, sending cannot block indefinitely either.
    unsafe PQsetnonblocking(connection, 1)
    try run(Self.session + "LISTEN \"\(channel)\"")
  }

  deinit { unsafe PQfinish(connection) }

  /// Parses an address with libpq. Returns nil if the address is invalid.
  static func options(of url: String) -> [String: String]? {
    guard let list = unsafe PQconninfoParse(url, nil) else { return nil }
    defer { unsafe PQconninfoFree(list) }
    var options: [String: String] = [:]
    var option = unsafe list
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe options[String(cString: keyword)] = unsafe String(cString: value)
      }
      unsafe option += 1
    }
    return options
  }

  private static func connect(
    _ options: [String: String], to server: String
  ) throws -> OpaquePointer {
    let pairs = Array(options)
    var texts = unsafe [pairs.map(\.key), pairs.map(\.value)].map { list in
      unsafe list.map { unsafe UnsafePointer<CChar>(strdup($0)) } + [nil]
    }
    defer {
      while let list = unsafe texts.popLast() {
        for index in unsafe list.indices {
          unsafe free(UnsafeMutablePointer(mutating: list[index]))
        }
      }
    }
    guard let made = unsafe PQconnectStartParams(texts[0], texts[1], 0) else {
      throw SyncError(PostgreSQLFault.unreachable, at: server)
    }
    // With this setting, the text of an error contains its code. Notices are ignored.
    unsafe PQsetErrorVerbosity(made, PQERRORS_VERBOSE)
    unsafe PQsetNoticeReceiver(made, { _, _ in }, nil)
    do {
      let seconds = options["connect_timeout"].flatMap { Int($0) } ?? connectSeconds
      unsafe try finish(made, to: server, within: .seconds(min(max(seconds, 1), 60)))
    } catch {
      unsafe PQfinish(made)
      throw error
    }
    return unsafe made
  }

  /// Waits until the connection is established.
  private static func finish(
    _ connection: OpaquePointer, to server: String, within time: Duration
  ) throws {
    let end = ContinuousClock.now + time
    var events = POLLOUT
    while true {
      guard unsafe PQstatus(connection) != CONNECTION_BAD else { break }
      var watched = unsafe [
        pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
      ]
      let left = Int32(clamping: Int((end - .now) / .milliseconds(1)))
      guard left > 0 else { throw SyncError(PostgreSQLFault.silent, at: server) }
      let count = FileDescriptor.wait(for: &watched, milliseconds: left)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SyncError(PostgreSQLFault.silent, at: server) }
      switch unsafe PQconnectPoll(connection) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: events = POLLIN
      case PGRES_POLLING_WRITING: events = POLLOUT
      default: throw unsafe rejection(of: connection, at: server)
      }
    }
    throw unsafe rejection(of: connection, at: server)
  }

  private static func rejection(of connection: OpaquePointer, at server: String) -> SyncError {
    SyncError(
      PostgreSQLFault(connecting: unsafe String(cString: PQerrorMessage(connection))), at: server)
  }

  // MARK: Commands

  /// Returns the error for a fault, and notes whether it ends the connection.
  private func failure(_ fault: PostgreSQLFault) -> SyncError {
    if fault.endsConnection { isLost = true }
    return SyncError(fault, at: server)
  }

  /// Runs several commands as one transaction.
  func run(_ commands: String) throws {
    guard unsafe PQsendQuery(connection, commands) == 1 else { throw failure(.brokenOff) }
    _ = try answer(withinMilliseconds: Self.answerMilliseconds)
  }

  /// Runs a command with values for `$1`, `$2` …, and returns its rows.
  @discardableResult
  func rows(
    _ command: String, _ values: PostgreSQLValue...
  ) throws -> [PostgreSQLRow] {
    let texts = values.map(\.bytes)
    // The values are stored one after the other, with one extra byte so that an empty last value
    // has an address.
    var all: [UInt8] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(all.count)
      all += text
    }
    all.append(0)
    let formats = values.map { Int32($0.isBinary ? 1 : 0) }
    let lengths = texts.map { Int32($0.count) }
    let isSent = unsafe all.withUnsafeBytes { bytes in
      let pointers = unsafe starts.map { start in
        unsafe bytes.baseAddress.map { unsafe ($0 + start).assumingMemoryBound(to: CChar.self) }
      }
      return unsafe PQsendQueryParams(
        connection, command, Int32(values.count), nil, pointers, lengths, formats, 1)
    }
    guard isSent == 1 else { throw failure(.brokenOff) }
    return try answer(
      withinMilliseconds: Self.answerMilliseconds + all.count / Self.slowestBytes)
  }

  /// Waits for the answer to the command that was sent.
  private func answer(withinMilliseconds silence: Int) throws -> [PostgreSQLRow] {
    receiveLimit?.noteProgress()
    do {
      return try unlimitedAnswer(withinMilliseconds: silence)
    } catch {
      throw receiveLimit?.hasCut == true ? failure(.flooded) : error
    }
  }

  private func unlimitedAnswer(
    withinMilliseconds silence: Int
  ) throws -> [PostgreSQLRow] {
    var rows: [PostgreSQLRow] = []
    var fault: PostgreSQLFault?
    let end = ContinuousClock.now + Self.longestAnswer
    while true {
      guard .now < end else { throw failure(.silent) }
      if try isUnderWay(withinMilliseconds: silence) { continue }
      guard let result = unsafe PQgetResult(connection) else { break }
      defer { unsafe PQclear(result) }
      switch unsafe PQresultStatus(result) {
      case PGRES_TUPLES_OK: rows = unsafe Self.rows(of: result)
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: rows = []
      // No COPY was requested, and libpq would report it again and again.
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: throw failure(.brokenOff)
      default: fault = unsafe fault ?? Self.fault(of: result)
      }
    }
    if let fault { throw failure(fault) }
    return rows
  }

  /// Sends and receives data that is pending. Returns false once an answer is available.
  private func isUnderWay(withinMilliseconds silence: Int) throws -> Bool {
    let isUnsent = unsafe PQflush(connection)
    guard isUnsent >= 0 else { throw failure(.brokenOff) }
    guard unsafe isUnsent > 0 || PQisBusy(connection) == 1 else { return false }
    var watched = unsafe [
      pollfd(
        fd: PQsocket(connection), events: Int16(isUnsent > 0 ? POLLIN | POLLOUT : POLLIN),
        revents: 0)
    ]
    let count = FileDescriptor.wait(for: &watched, milliseconds: Int32(clamping: silence))
    if count < 0, errno == EINTR { return true }
    guard count > 0 else { throw failure(.silent) }
    if Int32(watched[0].revents) & ~POLLOUT != 0, unsafe PQconsumeInput(connection) == 0 {
      // The last message of the server may contain the reason.
      guard unsafe PQisBusy(connection) == 0 else { throw failure(.brokenOff) }
    }
    return true
  }

  private static func rows(of result: OpaquePointer) -> [PostgreSQLRow] {
    let columnCount = unsafe PQnfields(result)
    return (0..<(unsafe PQntuples(result))).map { row in
      PostgreSQLRow(
        columns: (0..<columnCount).map { column in
          unsafe [UInt8](
            UnsafeRawBufferPointer(
              start: PQgetvalue(result, row, column),
              count: Int(PQgetlength(result, row, column))))
        })
    }
  }

  private static func fault(of result: OpaquePointer) -> PostgreSQLFault {
    func field(_ code: Character) -> String? {
      guard let value = unsafe PQresultErrorField(result, Int32(code.asciiValue ?? 0)) else {
        return nil
      }
      return unsafe String(cString: value)
    }
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY. An error without a code comes from libpq.
    guard let code = field("C") else { return .brokenOff }
    return PostgreSQLFault(code: code, words: field("M") ?? "no reason was given")
  }

  // MARK: Notifications

  /// Reads pending notifications, and returns whether there were any.
  func readNotifications() -> Bool {
    var isNotified = false
    while let notification = unsafe PQnotifies(connection) {
      unsafe PQfreemem(notification)
      isNotified = true
    }
    return isNotified
  }

  /// Waits until there is a notification, there is input at one of the descriptors, or the time has
  /// passed.
  ///
  /// - Returns: Whether there is input at one of the descriptors.
  func wait(milliseconds: Int, or descriptors: [Int32]) throws -> Bool {
    var watched = unsafe ([PQsocket(connection)] + descriptors).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = FileDescriptor.wait(for: &watched, milliseconds: Int32(clamping: milliseconds))
    if watched[0].revents != 0, unsafe PQconsumeInput(connection) == 0 { throw failure(.brokenOff) }
    return watched.dropFirst().contains { $0.revents != 0 }
  }
}
