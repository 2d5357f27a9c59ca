public import BrowserModel

/// What an event said about a mark: that a name stands for a moment, or no longer stands for one. The
/// name stands in the log, as ``TextField/name`` of the event; the newest that says it counts.
public struct Mark: Equatable, Sendable {
  public let event: EventID
  /// The newest event of the log at that moment; nothing: the name stands for none any more.
  public let moment: EventID
  /// The branch on which it was set.
  public let branch: EventID
}

/// Names of marks and branches: one set of names, none of which can be taken for a point.
public enum PointName {
  /// What the lineage is called that is no branch.
  public static let main = "main"

  static let limitBytes = 100

  /// Why a name cannot be given; nil when it can.
  public static func refusal(of name: String) -> Refusal? {
    let bytes = name.utf8
    guard let first = bytes.first else { return Refusal(.invalidValue, "A name is not empty.") }
    if bytes.count > limitBytes {
      return Refusal(.tooLong, "That name is too long: at most \(limitBytes) bytes can be kept.")
    }
    if name.unicodeScalars.contains(where: { isBlank($0) }) {
      return Refusal(.invalidValue, "A name has no spaces or control characters in it.")
    }
    let isPoint = [0x23, 0x2D, 0x40].contains(first) || bytes.allSatisfy { (0x30...0x39) ~= $0 }
    if isPoint || isReserved(name) {
      return Refusal(
        .invalidValue,
        "A name is not a number, does not begin with - @ or #, and is not start, now or main.")
    }
    return nil
  }

  private static func isReserved(_ name: String) -> Bool {
    let lowercased = name.utf8.map { (0x41...0x5A) ~= $0 ? $0 | 0x20 : $0 }
    return [main, "start", "now"].contains { $0.utf8.elementsEqual(lowercased) }
  }

  /// Spaces, controls, and what is not seen at all, direction overrides among them.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F...0xA0, 0xAD, 0x61C, 0x1680, 0x180E, 0x2000...0x200F, 0x2028...0x202F,
      0x205F...0x206F, 0x3000, 0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}

/// What a name in a log stands for: a mark or a branch.
public struct NamedPoint: Equatable, Sendable {
  public let name: String
  public let meaning: Meaning

  public enum Meaning: Equatable, Sendable {
    case mark(Mark)
    case branch(Branch)
  }
}

extension Timeline {
  /// The marks and branches of the log with their names, in the order in which they were first
  /// named; hidden branches too. A mark whose name was forgotten is none; a branch is called by its id.
  ///
  /// - Parameter last: Only what was said up to this event; nil: all of it.
  /// - Complexity: O(what was ever said about marks and branches).
  public func names<Source: TextSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID? = nil
  ) -> [NamedPoint] {
    var events: [(sequence: EventID, meaning: NamedPoint.Meaning)] = []
    for mark in marks { events.append((mark.event, .mark(mark))) }
    for branch in branches { events.append((branch.id, .branch(branch))) }
    if let last { events.removeAll { $0.sequence > last } }
    events.sort { $0.sequence < $1.sequence }
    var names: [NamedPoint] = []
    for event in events {
      guard var name = source.text(.name, of: event.sequence) else { continue }
      if name.isEmpty {
        guard case .branch(let branch) = event.meaning else { continue }
        name = branch.nameOfForgotten
      }
      let named = NamedPoint(name: name, meaning: event.meaning)
      if let known = names.firstIndex(where: { $0.isNamed(name) }) {
        if named.replaces(names[known]) { names[known] = named }
      } else {
        names.append(named)
      }
    }
    return names.filter { $0.standsForSomething }
  }

  /// What a name stands for now; nil where it stands for nothing.
  public func named<Source: TextSource & ~Copyable>(
    _ name: String, _ source: borrowing Source
  ) -> NamedPoint? {
    names(source).first { $0.isNamed(name) }
  }

  /// The name of the lineage's branch; nil on the main lineage.
  public func branchName<Source: TextSource & ~Copyable>(_ source: borrowing Source) -> String? {
    guard lineage.branch.exists, let name = source.text(.name, of: lineage.branch) else {
      return nil
    }
    return name.isEmpty ? Branch.name(ofForgotten: lineage.branch) : name
  }
}

extension Branch {
  /// What a branch is called whose name was forgotten: no name of a person's can look so.
  public static func name(ofForgotten id: EventID) -> String { "#\(id.rawValue)" }

  fileprivate var nameOfForgotten: String { Self.name(ofForgotten: id) }
}

extension NamedPoint {
  fileprivate func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }

  /// A mark that is set again moves, and a name that stands for nothing is free.
  fileprivate func replaces(_ former: NamedPoint) -> Bool {
    if case .mark = meaning, case .mark = former.meaning { return true }
    return !former.standsForSomething
  }

  fileprivate var standsForSomething: Bool {
    if case .mark(let mark) = meaning { return mark.moment.exists }
    return true
  }
}

/// What an event said about forgetting: so many events lost words.
public struct Redaction: Equatable, Sendable {
  public let event: EventID
  public let count: Int
}
