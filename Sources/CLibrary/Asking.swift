// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CRetrace
internal import Catalogue
internal import RetraceSessions
internal import Server

@c @implementation
public func retrace_call(
  _ store: retrace_handle, _ request: UnsafePointer<CChar>?, _ length: Int,
  _ reply: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ replyLength: UnsafeMutablePointer<Int>?
) -> CInt {
  let request = unsafe PassedText(request, length, "request")
  unsafe deliver(nil, to: reply, replyLength)
  return call {
    let store = try Handles.all.store(store)
    let message = try request.bytes()
    let answer = try store.use { client in client.answer(message) }
    unsafe deliver(answer.reply.isEmpty ? nil : answer.reply, to: reply, replyLength)
    if let failure = answer.failure { throw failure }
  }
}

@c @implementation
public func retrace_wait(
  _ store: retrace_handle, _ milliseconds: Int32,
  _ change: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?
) -> CInt {
  unsafe deliver(nil, to: change, length)
  return call {
    let store = try Handles.all.store(store)
    unsafe deliver(try store.waitForChange(milliseconds: milliseconds), to: change, length)
  }
}

@c @implementation
public func retrace_descriptor(
  _ store: retrace_handle, _ descriptor: UnsafeMutablePointer<CInt>?
) -> CInt {
  unsafe deliver(-1, to: descriptor)
  return call {
    unsafe deliver(try Handles.all.store(store).changeDescriptor(), to: descriptor)
  }
}
