// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CRetrace
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceSessions
internal import RetraceStore
internal import Server

// The functions are documented in retrace.h. The compiler checks that its declarations match these
// definitions.

@c @implementation
public func retrace_version() -> UnsafePointer<CChar>? {
  unsafe ThreadResults.current.kept(Release.version, as: .version)
}

@c @implementation
public func retrace_message() -> UnsafePointer<CChar>? {
  let words = ThreadResults.current
  return unsafe words.kept(words.failure?.message ?? "", as: .message)
}

@c @implementation
public func retrace_reason() -> UnsafePointer<CChar>? {
  let words = ThreadResults.current
  return unsafe words.kept(words.failure?.reason ?? "", as: .reason)
}

@c @implementation
public func retrace_open(
  _ profile: UnsafePointer<CChar>?, _ length: Int, _ flags: UInt32,
  _ store: UnsafeMutablePointer<retrace_handle>?
) -> CInt {
  let profile = unsafe PassedText(profile, length, "profile")
  return unsafe open(store) {
    guard flags & ~UInt32(RETRACE_READ_ONLY) == 0 else {
      throw CommandError(.badArguments, "“flags” must be 0 or RETRACE_READ_ONLY.")
    }
    let path = try profile.path()
    do {
      return try Store(
        EventLog(
          profile: path, access: flags & UInt32(RETRACE_READ_ONLY) == 0 ? .readWrite : .readOnly)
      ) { Timestamp.now.milliseconds }
    } catch let error as LogError {
      throw CommandError("\(error.reason)", error.description, status: .unopened)
    }
  }
}

@c @implementation
public func retrace_open_memory(_ store: UnsafeMutablePointer<retrace_handle>?) -> CInt {
  unsafe open(store) { Store.inMemory() }
}

private func open(
  _ handle: UnsafeMutablePointer<retrace_handle>?, _ store: () throws -> Store
) -> CInt {
  unsafe deliver(0, to: handle)
  return call {
    guard unsafe handle != nil else {
      throw CommandError(
        .badArguments, "“store” is NULL, so the opened store could never be closed.")
    }
    unsafe deliver(Handles.all.add(.store(OpenStore(try store()))), to: handle)
  }
}

@c @implementation
public func retrace_close(_ handle: retrace_handle) -> CInt {
  call { try Handles.all.close(handle) }
}

/// Stores a value for the caller, unless the pointer is NULL.
func deliver<Value>(_ value: Value, to place: UnsafeMutablePointer<Value>?) {
  unsafe place?.pointee = value
}

/// Stores a text for the caller, or NULL if the text is nil.
func deliver(
  _ text: [UInt8]?, to place: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ length: UnsafeMutablePointer<Int>?
) {
  unsafe deliver(text.map { unsafe ThreadResults.current.deliver($0) }, to: place)
  unsafe deliver(text?.count ?? 0, to: length)
}
