internal import CNATS

/// A subscription, which delivers the messages of a stream to an inbox as long as this object
/// exists.
@safe final class JetStreamSubscription {
  private var subscription: OpaquePointer?
  private let delivery: Delivery

  /// The destination of a subscription's messages. libnats retains this object until the last
  /// delivery.
  private final class Delivery: Sendable {
    weak let inbox: StreamInbox?
    let number: Int

    init(_ inbox: StreamInbox, _ number: Int) {
      self.inbox = inbox
      self.number = number
    }
  }

  /// The maximum number of messages that can wait in libnats.
  private static let largestPendingCount: Int32 = 1 << 19

  /// Subscribes to the messages after a position.
  ///
  /// - Parameter context: The `jsCtx` of a connection that outlives this object.
  init(
    _ context: OpaquePointer?, at server: ServerAddress, _ stream: String, _ subject: String,
    after position: UInt64, _ inbox: StreamInbox
  ) throws {
    delivery = Delivery(inbox, inbox.begin(after: position))
    let kept = unsafe Unmanaged.passRetained(delivery)
    var options = unsafe jsSubOptions()
    unsafe jsSubOptions_Init(&options)
    unsafe options.Ordered = true
    unsafe options.Config.DeliverPolicy = js_DeliverByStartSequence
    unsafe options.Config.OptStartSeq = position + 1
    var code = jsErrCode(0)
    let status = unsafe stream.withCString { stream in
      unsafe options.Stream = stream
      return unsafe js_Subscribe(
        &subscription, context, subject, Self.receive, kept.toOpaque(), nil, &options, &code)
    }
    // If this fails, a thread of libnats may still be about to deliver a message, and there is no
    // notification when it is done. Therefore, `delivery` is leaked, so that the thread can still
    // use it.
    guard status == NATS_OK else { throw SyncError(JetStreamFault(status, code), at: server) }
    // With a server that respects flow control, the number of waiting messages stays far below
    // these limits.
    unsafe natsSubscription_SetPendingLimits(
      subscription, Self.largestPendingCount, Int32(ReceiveLimit.largest))
    unsafe natsSubscription_SetOnCompleteCB(
      subscription,
      { closure in
        guard let closure = unsafe closure else { return }
        unsafe Unmanaged<Delivery>.fromOpaque(closure).release()
      }, kept.toOpaque())
  }

  deinit {
    delivery.inbox?.end(delivery.number)
    // The server ends the subscription only on request.
    unsafe natsSubscription_Unsubscribe(subscription)
    unsafe natsSubscription_Destroy(subscription)
  }

  private static let receive: natsMsgHandler = { _, _, message, closure in
    defer { unsafe natsMsg_Destroy(message) }
    guard let closure = unsafe closure else { return }
    let delivery = unsafe Unmanaged<Delivery>.fromOpaque(closure).takeUnretainedValue()
    var made: UnsafeMutablePointer<jsMsgMetaData>?
    guard unsafe natsMsg_GetMetaData(&made, message) == NATS_OK, let data = unsafe made else {
      return
    }
    defer { unsafe jsMsgMetaData_Destroy(data) }
    let received = unsafe StreamMessage(
      position: data.pointee.Sequence.Stream, milliseconds: data.pointee.Timestamp / 1_000_000,
      bytes: JetStreamConnection.bytes(of: message))
    delivery.inbox?.put(received, of: delivery.number)
  }
}
