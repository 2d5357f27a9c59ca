internal import BrowserModel
internal import EventCoding
internal import Notation

/// The cases of enums by their names, as JSON writes them.
///
/// To find the name of a case out takes a microsecond, and an event has several: those of an enum are
/// found out once.
final class CaseNames {
  private var values: [ObjectIdentifier: [String: UInt8]] = [:]

  /// The case of that name, or nil if there is none.
  func value<Choice: RawRepresentable>(_ type: Choice.Type, named name: String) -> Choice?
  where Choice.RawValue == UInt8 {
    let id = ObjectIdentifier(type)
    if let known = values[id] { return known[name].flatMap { Choice(rawValue: $0) } }
    values[id] = Dictionary(
      (UInt8.min...UInt8.max).compactMap { value in
        Choice(rawValue: value).map { ("\($0)", value) }
      }
    ) { first, _ in first }
    return value(type, named: name)
  }
}
