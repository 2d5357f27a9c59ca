internal import CNATS

/// A subscription that delivers the messages of a stream to an inbox, as long as this object
/// exists.
@safe final class JetStreamSubscription {
  private var subscription: OpaquePointer?
  private let delivery: Delivery

  /// The destination of one subscription's messages. libnats retains it until the last delivery.
  private final class Delivery: Sendable {
    weak let inbox: StreamInbox?
    let number: Int

    init(_ inbox: StreamInbox, _ number: Int) {
      self.inbox = inbox
      self.number = number
    }
  }

  /// The largest number of messages that wait in libnats.
  private static let largestPendingCount: Int32 = 1 << 19

  /// - Parameter context: The `jsCtx` of a connection that outlives this object.
  init(
    _ context: OpaquePointer?, at server: ServerAddress, _ stream: String, _ subject: String,
    behind position: UInt64, _ inbox: StreamInbox
  ) throws {
    delivery = Delivery(inbox, inbox.begin(behind: position))
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
        &subscription, context, subject, Self.take, kept.toOpaque(), nil, &options, &code)
    }
    // If this fails, a thread of libnats may still be about to deliver a message, and nothing
    // reports when it is done. The few bytes are leaked, so that the thread finds them.
    guard status == NATS_OK else { throw SyncError(JetStreamFault(status, code), at: server) }
    // A server that respects flow control stays far below these limits.
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
    // The server ends the subscription only when asked to.
    unsafe natsSubscription_Unsubscribe(subscription)
    unsafe natsSubscription_Destroy(subscription)
  }

  private static let take: natsMsgHandler = { _, _, message, closure in
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
