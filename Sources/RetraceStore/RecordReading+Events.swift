internal import BrowserModel
internal import EventCoding
public import RetraceEventLog

extension RecordReading {
  /// Compares the events of a backup with the events of its profile, based on the parts of an event
  /// that forgetting does not change.
  public static let events = RecordReading { sequence, bytes in
    guard let number = Int32(exactly: sequence) else { return nil }
    do {
      let event = try EventDecoder.decode(bytes, sequence: EventID(number))
      return fingerprint(of: event)
    } catch {
      return nil
    }
  }

  /// Returns a hash, similar to FNV-1a, of the numbers in an event that forgetting does not change.
  private static func fingerprint(of event: Event) -> UInt64 {
    let numbers = [
      UInt64(bitPattern: event.milliseconds),
      UInt64(bitPattern: Int64(event.batch.rawValue)),
      UInt64(bitPattern: Int64(event.branch.rawValue)),
      UInt64(event.actor.rawValue), UInt64(event.via.rawValue), UInt64(event.device),
      UInt64(bitPattern: Int64(event.deviceSequence)),
    ]
    return numbers.reduce(0xCBF2_9CE4_8422_2325) { hash, number in
      let mixed = (hash ^ number) &* 0x0000_0100_0000_01B3
      return mixed ^ mixed >> 32
    }
  }
}
