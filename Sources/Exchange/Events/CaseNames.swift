internal import BrowserModel
internal import EventCoding
internal import Notation

/// Finds the cases of enums by their names in JSON.
///
/// Formatting the name of a case takes a microsecond, and an event has several cases. Therefore the
/// names of an enum are computed only once.
final class CaseNames {
  private var values: [ObjectIdentifier: [String: UInt8]] = [:]

  /// Returns the case with a name, or nil if there is no such case.
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
