internal import CNATS
internal import Notation

/// The calls of libnats on one server. Its connection is never made again by itself: when it is lost,
/// this one is of no more use.
@safe final class JetStreamConnection {
  let address: ServerAddress
  private var connection: OpaquePointer?
  private var context: OpaquePointer?
  private let inbox: StreamInbox
  private var receiveLimit: ReceiveLimit?

  /// How long a server may take to let somebody in, in milliseconds.
  private static let connectMilliseconds: Int64 = 2_000
  /// After this libnats has not kept to that.
  private static let connectLimit: Int32 = 5_000
  /// How long it may take until the server has taken a message.
  private static let writeMilliseconds: Int64 = 60_000
  /// A message may take longer by a millisecond for so many bytes, on a slow line.
  private static let slowestBytes: Int64 = 16
  /// How long an answer may take.
  static let answerMilliseconds: Int64 = 5_000

  /// - Parameter inbox: Rings when the connection is lost.
  init(
    to address: ServerAddress, credentials: ServerCredentials?, inbox: StreamInbox
  ) throws(JetStreamFault) {
    self.address = address
    self.inbox = inbox
    var made: OpaquePointer?
    try Self.check(unsafe natsOptions_Create(&made))
    defer { unsafe natsOptions_Destroy(made) }
    let options = unsafe made
    try Self.check(unsafe natsOptions_SetURL(options, address.url))
    try Self.check(unsafe natsOptions_SetName(options, "retrace"))
    try Self.check(unsafe natsOptions_SetTimeout(options, Self.connectMilliseconds))
    try Self.check(unsafe natsOptions_SetAllowReconnect(options, false))
    // Whoever answers may name others, which nobody has said are to be trusted.
    try Self.check(unsafe natsOptions_SetIgnoreDiscoveredServers(options, true))
    try Self.check(unsafe natsOptions_SetPingInterval(options, 5_000))
    try Self.check(unsafe natsOptions_SetMaxPingsOut(options, 2))
    try Self.check(unsafe natsOptions_SetWriteDeadline(options, Self.writeMilliseconds))
    // One that is to be encrypted is never made without.
    try Self.check(unsafe natsOptions_SetSecure(options, address.isEncrypted))
    switch credentials {
    case .file(let path):
      try Self.check(unsafe natsOptions_SetUserCredentialsFromFiles(options, path, nil))
    case .key(let key) where !address.hasUser:
      try Self.check(unsafe natsOptions_SetNKeyFromSeed(options, key.name, key.path))
    default: break
    }
    let bell = unsafe Unmanaged.passRetained(inbox)
    do throws(JetStreamFault) {
      try Self.check(
        unsafe natsOptions_SetClosedCB(
          options,
          { _, closure in
            // Once for each connection, when nothing else of it will call.
            guard let closure = unsafe closure else { return }
            unsafe Unmanaged<StreamInbox>.fromOpaque(closure).takeRetainedValue().ring()
          }, bell.toOpaque()))
      let limit = ConnectLimit(port: address.port, milliseconds: Self.connectLimit)
      let sockets = try limit.connecting { () throws(JetStreamFault) in
        unsafe connection = try Self.connected(options, signs: credentials != nil)
      }
      receiveLimit = sockets.last.flatMap { ReceiveLimit($0) }
    } catch {
      unsafe bell.release()
      throw error
    }
    var settings = unsafe jsOptions()
    unsafe jsOptions_Init(&settings)
    unsafe settings.Wait = Self.answerMilliseconds
    try Self.check(unsafe natsConnection_JetStream(&context, connection, &settings))
  }

  /// Connects. Whoever signs and is refused is to sign something else, twice: libnats (3.4) leaves a signature
  /// out that begins with a zero, as one in 256 does.
  private static func connected(
    _ options: OpaquePointer?, signs: Bool
  ) throws(JetStreamFault) -> OpaquePointer? {
    var connection: OpaquePointer?
    var status = unsafe natsConnection_Connect(&connection, options)
    for _ in 0..<2 where signs && status == NATS_CONNECTION_AUTH_FAILED {
      status = unsafe natsConnection_Connect(&connection, options)
    }
    try check(status)
    return unsafe connection
  }

  /// Notes that the server is asked something, and may send an answer.
  func noteQuestion() { receiveLimit?.noteProgress() }

  /// Whether the connection was closed because the server sent more than an answer has.
  var isFlooded: Bool { receiveLimit?.hasCut ?? false }

  deinit {
    unsafe jsCtx_Destroy(context)
    unsafe natsConnection_Destroy(connection)
  }

  /// Whether it is lost.
  var isClosed: Bool { unsafe natsConnection_IsClosed(connection) }

  /// The most bytes that a message may have with its headers.
  var largestPayload: Int { Int(unsafe natsConnection_GetMaxPayload(connection)) }

  /// What the server said last about something that this device may not do; nil if nothing.
  var refusal: String? {
    var text: UnsafePointer<CChar>?
    _ = unsafe natsConnection_GetLastError(connection, &text)
    guard let text = unsafe text else { return nil }
    let words = unsafe String(cString: text)
    return words.lowercased().contains("permissions violation") ? words : nil
  }

  /// Returns the version of the server, which libnats keeps for itself.
  func serverVersion() throws(JetStreamFault) -> String? {
    var reply: OpaquePointer?
    try Self.check(
      unsafe natsConnection_RequestString(
        &reply, connection, "$SYS.REQ.USER.INFO", "", Self.connectMilliseconds))
    defer { unsafe natsMsg_Destroy(reply) }
    let json = unsafe try? JSONParser.parse(Self.bytes(of: reply))
    return json?["server"]?["ver"]?.string
  }

  // MARK: Streams

  /// Makes a stream with one subject, unless it is there.
  func makeStream(
    _ name: String, subject: String, replicas: Int64
  ) throws(JetStreamFault) {
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
        // Long enough that a message that is sent again is known.
        unsafe stream.Duplicates = 10 * 60 * 1_000_000_000
        unsafe stream.DenyPurge = true
        return unsafe withUnsafeMutablePointer(to: &subjects) { subjects in
          unsafe stream.Subjects = subjects
          return unsafe js_AddStream(nil, context, &stream, nil, &code)
        }
      }
    }
    try Self.check(status, code)
  }

  /// Has more servers keep the stream, which go on with it at once and have all of it after a while.
  func raise(_ name: String, to replicas: Int64) throws(JetStreamFault) {
    var code = jsErrCode(0)
    var made: UnsafeMutablePointer<jsStreamInfo>?
    try Self.check(unsafe js_GetStreamInfo(&made, context, name, nil, &code), code)
    defer { unsafe jsStreamInfo_Destroy(made) }
    guard let config = unsafe made?.pointee.Config else { throw JetStreamFault(NATS_ERR) }
    unsafe config.pointee.Replicas = replicas
    try Self.check(unsafe js_UpdateStream(nil, context, config, nil, &code), code)
  }

  /// Removes the stream, and everything in it.
  func removeStream(_ name: String) throws(JetStreamFault) {
    var code = jsErrCode(0)
    try Self.check(unsafe js_DeleteStream(context, name, nil, &code), code)
  }

  /// - Parameter listsErased: Whether the empty positions are listed.
  func describe(
    _ name: String, listsErased: Bool = false
  ) throws(JetStreamFault) -> StreamDescription {
    var code = jsErrCode(0)
    var made: UnsafeMutablePointer<jsStreamInfo>?
    var options = unsafe jsOptions()
    unsafe jsOptions_Init(&options)
    unsafe options.Wait = Self.answerMilliseconds
    unsafe options.Stream.Info.DeletedDetails = listsErased
    try Self.check(unsafe js_GetStreamInfo(&made, context, name, &options, &code), code)
    defer { unsafe jsStreamInfo_Destroy(made) }
    guard let info = unsafe made else { throw JetStreamFault(NATS_ERR) }
    // One that is cut off from the others answers what it knew last.
    if let cluster = unsafe info.pointee.Cluster, unsafe Self.isEmpty(cluster.pointee.Leader) {
      throw .isLeaderless
    }
    let state = unsafe info.pointee.State
    let erased = unsafe UnsafeBufferPointer(start: state.Deleted, count: Int(state.DeletedLen))
    guard let config = unsafe info.pointee.Config, unsafe config.pointee.SubjectsLen > 0,
      let subject = unsafe config.pointee.Subjects[0]
    else { throw JetStreamFault(NATS_ERR) }
    return unsafe StreamDescription(
      subject: String(cString: subject), created: info.pointee.Created, first: state.FirstSeq,
      last: state.LastSeq,
      erasedCount: state.NumDeleted, erased: Array(erased), replicas: config.pointee.Replicas,
      absentServers: Self.absentServers(of: info.pointee.Cluster))
  }

  /// Servers tell their leader every second that they are there. For a minute he does not call one offline that
  /// does not.
  private static let longestSilence: Int64 = 10_000_000_000

  /// Stands in the place of a name of which only a number is known, behind a restart.
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
      // 0: it was never heard.
      let isSilent = unsafe server.Active == 0 || server.Active > longestSilence
      guard unsafe server.Offline || (isSilent && !server.Current) else { return nil }
      let text = unsafe String(cString: name)
      return text.hasPrefix(unknownName) ? "" : text
    }
    // Without most of them he would not lead: he has only just begun.
    return absent.count <= servers.count / 2 ? absent : []
  }

  /// Removes a message, and writes over its bytes.
  func erase(_ position: UInt64, of name: String) throws(JetStreamFault) {
    var code = jsErrCode(0)
    try Self.check(unsafe js_EraseMsg(context, name, position, nil, &code), code)
  }

  // MARK: Messages

  /// Appends a message to the stream of a subject, and returns its position.
  func append(
    _ bytes: [UInt8], to subject: String, id: String, behind last: UInt64
  ) throws(JetStreamFault) -> UInt64 {
    var message: OpaquePointer?
    try Self.check(
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe natsMsg_Create(
          &message, subject, nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(bytes.count))
      })
    defer { unsafe natsMsg_Destroy(message) }
    // The options of libnats have no way to say 0: that stands for nothing that is expected there.
    try Self.check(unsafe natsMsgHeader_Set(message, "Nats-Expected-Last-Sequence", "\(last)"))
    try Self.check(unsafe natsMsgHeader_Set(message, Self.idHeader, id))
    var options = unsafe jsPubOptions()
    unsafe jsPubOptions_Init(&options)
    unsafe options.MaxWait = Self.answerMilliseconds + Int64(bytes.count) / Self.slowestBytes
    var code = jsErrCode(0)
    var made: UnsafeMutablePointer<jsPubAck>?
    try Self.check(unsafe js_PublishMsg(&made, context, message, &options, &code), code)
    defer { unsafe jsPubAck_Destroy(made) }
    return unsafe made?.pointee.Sequence ?? 0
  }

  /// Returns under which id the message at a position was appended; nil if there is none.
  func id(at position: UInt64, of name: String) throws(JetStreamFault) -> String? {
    var message: OpaquePointer?
    var code = jsErrCode(0)
    let status = unsafe js_GetMsg(&message, context, name, position, nil, &code)
    if code == JSNoMessageFoundErr { return nil }
    try Self.check(status, code)
    defer { unsafe natsMsg_Destroy(message) }
    var id: UnsafePointer<CChar>?
    guard unsafe natsMsgHeader_Get(message, Self.idHeader, &id) == NATS_OK else { return nil }
    return unsafe id.map { unsafe String(cString: $0) }
  }

  private static let idHeader = "Nats-Msg-Id"

  /// Has the messages behind a position brought into the inbox, and those that come later.
  func subscribe(
    to stream: String, subject: String, behind position: UInt64
  ) throws(JetStreamFault) -> JetStreamSubscription {
    if let receiveLimit { inbox.whenTaken = receiveLimit.notingProgress }
    return unsafe try JetStreamSubscription(context, stream, subject, behind: position, inbox)
  }

  /// What is in a message.
  static func bytes(of message: OpaquePointer?) -> [UInt8] {
    unsafe [UInt8](
      UnsafeRawBufferPointer(
        start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message))))
  }

  static func check(
    _ status: natsStatus, _ code: jsErrCode = jsErrCode(0)
  ) throws(JetStreamFault) {
    guard status == NATS_OK else { throw JetStreamFault(status, code) }
  }
}
