internal import CNATS
internal import Notation
internal import Platform

/// A connection to one server through libnats. A lost connection is not re-established and cannot
/// be used any more.
@safe final class JetStreamConnection {
  let address: ServerAddress
  private var connection: OpaquePointer?
  private var context: OpaquePointer?
  private let inbox: StreamInbox
  private var receiveLimit: ReceiveLimit?

  /// The time limit for connecting, in milliseconds.
  private static let connectMilliseconds: Int64 = 2_000
  /// The time in milliseconds after which libnats has evidently failed to apply the time limit for
  /// connecting.
  private static let connectLimit: Int32 = 5_000
  /// The time limit for sending a message to the server, in milliseconds.
  private static let writeMilliseconds: Int64 = 60_000
  /// The number of message bytes that extend a time limit by one millisecond, so that slow
  /// connections have enough time.
  private static let slowestBytes: Int64 = 16
  /// The time limit for an answer, in milliseconds.
  static let answerMilliseconds: Int64 = 5_000

  /// Connects to a server.
  ///
  /// - Parameter inbox: The inbox to wake when the connection is lost.
  init(
    to address: ServerAddress, credentials: ServerCredentials?, inbox: StreamInbox
  ) throws {
    self.address = address
    self.inbox = inbox
    func check(_ status: natsStatus) throws { try Self.check(status, at: address) }
    var made: OpaquePointer?
    try check(unsafe natsOptions_Create(&made))
    defer { unsafe natsOptions_Destroy(made) }
    let options = unsafe made
    try check(unsafe natsOptions_SetURL(options, address.url))
    try check(unsafe natsOptions_SetName(options, "retrace"))
    try check(unsafe natsOptions_SetTimeout(options, Self.connectMilliseconds))
    try check(unsafe natsOptions_SetAllowReconnect(options, false))
    // The server may announce other servers, which the user has not chosen to trust.
    try check(unsafe natsOptions_SetIgnoreDiscoveredServers(options, true))
    try check(unsafe natsOptions_SetPingInterval(options, 5_000))
    try check(unsafe natsOptions_SetMaxPingsOut(options, 2))
    try check(unsafe natsOptions_SetWriteDeadline(options, Self.writeMilliseconds))
    // An encrypted connection never falls back to an unencrypted one.
    try check(unsafe natsOptions_SetSecure(options, address.isEncrypted))
    switch credentials {
    case .file(let path):
      try check(unsafe natsOptions_SetUserCredentialsFromFiles(options, path, nil))
    case .key(let key) where !address.hasUser:
      try check(unsafe natsOptions_SetNKeyFromSeed(options, key.name, key.path))
    default: break
    }
    let bell = unsafe Unmanaged.passRetained(inbox)
    do {
      try check(
        unsafe natsOptions_SetClosedCB(
          options,
          { _, closure in
            // libnats calls this once per connection, after all other callbacks.
            guard let closure = unsafe closure else { return }
            unsafe Unmanaged<StreamInbox>.fromOpaque(closure).takeRetainedValue().ring()
          }, bell.toOpaque()))
      let limit = ConnectLimit(server: address, milliseconds: Self.connectLimit)
      let sockets = try limit.connecting {
        unsafe connection = try Self.connected(options, to: address, signs: credentials != nil)
      }
      receiveLimit = sockets.last.flatMap { ReceiveLimit($0) }
    } catch {
      unsafe bell.release()
      throw error
    }
    var settings = unsafe jsOptions()
    unsafe jsOptions_Init(&settings)
    unsafe settings.Wait = Self.answerMilliseconds
    try check(unsafe natsConnection_JetStream(&context, connection, &settings))
  }

  /// Connects to a server. Retries twice if a signature is rejected, because libnats 3.4 omits a
  /// signature that begins with a zero byte. This affects one signature in 256.
  private static func connected(
    _ options: OpaquePointer?, to address: ServerAddress, signs: Bool
  ) throws -> OpaquePointer? {
    var connection: OpaquePointer?
    var status = unsafe natsConnection_Connect(&connection, options)
    for _ in 0..<2 where signs && status == NATS_CONNECTION_AUTH_FAILED {
      status = unsafe natsConnection_Connect(&connection, options)
    }
    try check(status, at: address)
    return unsafe connection
  }

  /// Notes that a query is being sent, so that the server is allowed to send another answer.
  func noteQuestion() { receiveLimit?.noteProgress() }

  /// Whether the connection was closed because the server sent more than an answer can contain.
  var isFlooded: Bool { receiveLimit?.hasCut ?? false }

  deinit {
    unsafe jsCtx_Destroy(context)
    unsafe natsConnection_Destroy(connection)
  }

  /// Whether the connection is lost.
  var isClosed: Bool { unsafe natsConnection_IsClosed(connection) }

  /// The maximum size of a message with its headers, in bytes.
  var largestPayload: Int { Int(unsafe natsConnection_GetMaxPayload(connection)) }

  /// The last permission error that the server reported, or nil if there was none.
  var refusal: String? {
    var text: UnsafePointer<CChar>?
    _ = unsafe natsConnection_GetLastError(connection, &text)
    guard let text = unsafe text else { return nil }
    let words = unsafe String(cString: text)
    return words.lowercased().contains("permissions violation") ? words : nil
  }

  /// Returns the version of the server, or nil if the server does not report it. The API of libnats
  /// does not provide the version.
  func serverVersion() throws -> String? {
    var reply: OpaquePointer?
    var status = NATS_NO_RESPONDERS
    // A server that has just started may not report it yet.
    for attempt in 0...5 where status == NATS_NO_RESPONDERS {
      if attempt > 0 { usleep(100_000) }
      status = unsafe natsConnection_RequestString(
        &reply, connection, "$SYS.REQ.USER.INFO", "", Self.connectMilliseconds)
    }
    if status == NATS_NO_RESPONDERS { return nil }
    try check(status)
    defer { unsafe natsMsg_Destroy(reply) }
    let json = unsafe try? JSONParser.parse(Self.bytes(of: reply))
    return json?["server"]?["ver"]?.string
  }

  // MARK: Streams

  /// Creates a stream with one subject, unless it exists.
  ///
  /// - Parameters:
  ///   - replicas: The number of servers that store the stream. With 1, a single server stores the
  ///     stream.
  ///   - fewest: The number of servers to use instead if not all servers of a cluster are up.
  func makeStream(
    _ name: String, subject: String, replicas: Int64, orAtLeast fewest: Int64
  ) throws {
    var (status, code) = addStream(name, subject, replicas)
    switch code {
    case JSStreamReplicasNotSupportedErr: (status, code) = addStream(name, subject, 1)
    case JSClusterNoPeersErr: (status, code) = addStream(name, subject, fewest)
    default: break
    }
    if code == JSStreamNameExistErr { return }
    try check(status, code)
  }

  private func addStream(
    _ name: String, _ subject: String, _ replicas: Int64
  ) -> (natsStatus, jsErrCode) {
    var code = jsErrCode(0)
    let status = unsafe name.withCString { name in
      unsafe subject.withCString { subject in
        var subjects: UnsafePointer<CChar>? = unsafe subject
        var stream = unsafe jsStreamConfig()
        unsafe jsStreamConfig_Init(&stream)
        unsafe stream.Name = name
        unsafe stream.SubjectsLen = 1
        unsafe stream.Storage = js_FileStorage
        unsafe stream.Retention = js_LimitsPolicy
        unsafe stream.Replicas = replicas
        // The time in nanoseconds during which the server recognizes a repeated message.
        unsafe stream.Duplicates = 10 * 60 * 1_000_000_000
        unsafe stream.DenyPurge = true
        return unsafe withUnsafeMutablePointer(to: &subjects) { subjects in
          unsafe stream.Subjects = subjects
          return unsafe js_AddStream(nil, context, &stream, nil, &code)
        }
      }
    }
    return (status, code)
  }

  /// Increases the number of servers that replicate a stream. The added servers take part
  /// immediately, but need some time to receive all existing messages.
  func raise(_ name: String, to replicas: Int64) throws {
    var code = jsErrCode(0)
    var made: UnsafeMutablePointer<jsStreamInfo>?
    try check(unsafe js_GetStreamInfo(&made, context, name, nil, &code), code)
    defer { unsafe jsStreamInfo_Destroy(made) }
    guard let config = unsafe made?.pointee.Config else { throw fault(NATS_ERR) }
    unsafe config.pointee.Replicas = replicas
    try check(unsafe js_UpdateStream(nil, context, config, nil, &code), code)
  }

  /// Removes a stream with all its messages, if the stream exists.
  func removeStream(_ name: String) throws {
    var code = jsErrCode(0)
    let status = unsafe js_DeleteStream(context, name, nil, &code)
    if code == JSStreamNotFoundErr { return }
    try check(status, code)
  }

  /// Returns a description of a stream.
  ///
  /// - Parameter listsErased: Whether to list the erased positions.
  func describe(
    _ name: String, listsErased: Bool = false
  ) throws -> StreamDescription {
    var code = jsErrCode(0)
    var made: UnsafeMutablePointer<jsStreamInfo>?
    var options = unsafe jsOptions()
    unsafe jsOptions_Init(&options)
    unsafe options.Wait = Self.answerMilliseconds
    unsafe options.Stream.Info.DeletedDetails = listsErased
    try check(unsafe js_GetStreamInfo(&made, context, name, &options, &code), code)
    defer { unsafe jsStreamInfo_Destroy(made) }
    guard let info = unsafe made else { throw fault(NATS_ERR) }
    // A server that is cut off from the others answers with outdated data.
    if let cluster = unsafe info.pointee.Cluster, unsafe Self.isEmpty(cluster.pointee.Leader) {
      throw fault(NATS_NO_RESPONDERS)
    }
    let state = unsafe info.pointee.State
    let erased = unsafe UnsafeBufferPointer(start: state.Deleted, count: Int(state.DeletedLen))
    guard let config = unsafe info.pointee.Config, unsafe config.pointee.SubjectsLen > 0,
      let subject = unsafe config.pointee.Subjects[0]
    else { throw fault(NATS_ERR) }
    return unsafe StreamDescription(
      subject: String(cString: subject), created: info.pointee.Created, first: state.FirstSeq,
      last: state.LastSeq,
      erasedCount: state.NumDeleted, erased: Array(erased), replicas: config.pointee.Replicas,
      absentServers: Self.absentServers(of: info.pointee.Cluster))
  }

  /// The time in nanoseconds after which a silent server counts as down. Servers report to their
  /// leader every second, but the leader marks a silent server as offline only after a minute.
  private static let longestSilence: Int64 = 10_000_000_000

  /// The start of the placeholder that a leader uses for a server's name if it knows only the
  /// server's id after a restart.
  private static let unknownName = "Server name unknown"

  private static func isEmpty(_ text: UnsafePointer<CChar>?) -> Bool {
    unsafe text.map { unsafe $0.pointee == 0 } ?? true
  }

  private static func absentServers(
    of cluster: UnsafeMutablePointer<jsClusterInfo>?
  ) -> [String] {
    guard let cluster = unsafe cluster?.pointee else { return [] }
    let servers = unsafe UnsafeBufferPointer(
      start: cluster.Replicas, count: Int(cluster.ReplicasLen))
    let absent: [String] = unsafe servers.compactMap { server in
      guard let server = unsafe server?.pointee, let name = unsafe server.Name else { return nil }
      // 0 means that the leader has never received a report.
      let isSilent = unsafe server.Active == 0 || server.Active > longestSilence
      guard unsafe server.Offline || (isSilent && !server.Current) else { return nil }
      let text = unsafe String(cString: name)
      return text.hasPrefix(unknownName) ? "" : text
    }
    // A leader cannot lead without a majority. If most servers seem to be down, the leader has only
    // just started.
    return absent.count <= servers.count / 2 ? absent : []
  }

  /// Removes a message and overwrites its bytes, if the message exists.
  func erase(_ position: UInt64, of name: String) throws {
    var code = jsErrCode(0)
    let status = unsafe js_EraseMsg(context, name, position, nil, &code)
    if code == JSSequenceNotFoundErr || code == JSNoMessageFoundErr { return }
    try check(status, code)
  }

  // MARK: Messages

  /// Appends a message to the stream that has a subject, and returns the position of the message.
  /// Returns nil if the stream has a different end.
  func append(
    _ bytes: [UInt8], to subject: String, id: String, after last: UInt64
  ) throws -> UInt64? {
    var message: OpaquePointer?
    try check(
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe natsMsg_Create(
          &message, subject, nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(bytes.count))
      })
    defer { unsafe natsMsg_Destroy(message) }
    // The options of libnats cannot express an expected position of 0, because they use 0 for no
    // expectation.
    try check(unsafe natsMsgHeader_Set(message, "Nats-Expected-Last-Sequence", "\(last)"))
    try check(unsafe natsMsgHeader_Set(message, Self.idHeader, id))
    var options = unsafe jsPubOptions()
    unsafe jsPubOptions_Init(&options)
    unsafe options.MaxWait = Self.answerMilliseconds + Int64(bytes.count) / Self.slowestBytes
    var code = jsErrCode(0)
    var made: UnsafeMutablePointer<jsPubAck>?
    let status = unsafe js_PublishMsg(&made, context, message, &options, &code)
    if code == JSStreamWrongLastSequenceErr { return nil }
    try check(status, code)
    defer { unsafe jsPubAck_Destroy(made) }
    return unsafe made?.pointee.Sequence ?? 0
  }

  /// Returns the id of the message at a position, or nil if there is no message with an id.
  func id(at position: UInt64, of name: String) throws -> String? {
    var message: OpaquePointer?
    var code = jsErrCode(0)
    let status = unsafe js_GetMsg(&message, context, name, position, nil, &code)
    if code == JSNoMessageFoundErr { return nil }
    try check(status, code)
    defer { unsafe natsMsg_Destroy(message) }
    var id: UnsafePointer<CChar>?
    guard unsafe natsMsgHeader_Get(message, Self.idHeader, &id) == NATS_OK else { return nil }
    return unsafe id.map { unsafe String(cString: $0) }
  }

  private static let idHeader = "Nats-Msg-Id"

  /// Delivers existing and future messages after a position to the inbox.
  func subscribe(
    to stream: String, subject: String, after position: UInt64
  ) throws -> JetStreamSubscription {
    if let receiveLimit { inbox.whenTaken = receiveLimit.notingProgress }
    return unsafe try JetStreamSubscription(
      context, at: address, stream, subject, after: position, inbox)
  }

  /// Returns the bytes of a message.
  static func bytes(of message: OpaquePointer?) -> [UInt8] {
    unsafe [UInt8](
      UnsafeRawBufferPointer(
        start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))))
  }

  private func fault(_ status: natsStatus) -> SyncError {
    SyncError(JetStreamFault(status), at: address)
  }

  private func check(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) throws {
    try Self.check(status, code, at: address)
  }

  private static func check(
    _ status: natsStatus, _ code: jsErrCode = jsErrCode(0), at address: ServerAddress
  ) throws {
    guard status == NATS_OK else { throw SyncError(JetStreamFault(status, code), at: address) }
  }
}
