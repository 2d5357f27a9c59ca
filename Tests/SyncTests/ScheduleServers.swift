import TestSupport

@testable import Sync

/// Faults of servers in a schedule.
extension ScheduleRun {
  /// Makes the servers lose the stream, or its end.
  func loseStream() -> String {
    let stream = profile.stream
    isStreamSound = false
    if random.once(in: 2) {
      stream.renew()
      return "servers lose all"
    }
    let end = UInt64(random.below(Int(stream.state().last) + 1))
    stream.lose(after: end)
    return "servers lose what is behind \(end)"
  }

  /// Makes the servers lose or change the message at a position, or add a message after the end
  /// that no device wrote.
  func spoilStream() -> String {
    let stream = profile.stream
    isStreamSound = false
    let last = stream.state().last
    let position = UInt64(1 + random.below(Int(last) + 1))
    let bytes = random.pick([[], Array("Rt".utf8) + [1, 3, 0]])
    guard position <= last else {
      _ = stream.append(bytes, id: "of nobody \(random.next())", after: last)
      return "servers have \(bytes) at \(position)"
    }
    if random.once(in: 2) {
      stream.erase(position)
      return "servers lose the message at \(position)"
    }
    stream.change(position, to: bytes)
    return "servers change the message at \(position) to \(bytes)"
  }

  /// Lets a device send a message, because a device that writes after the last message detects if
  /// servers do not return that message.
  func noticeEnd(on device: SharedDevice) throws {
    if faults >= .spoilt { try device.keep("at the end") }
  }
}
