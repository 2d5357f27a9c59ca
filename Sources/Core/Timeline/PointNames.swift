public import BrowserModel

/// An event about a mark: its name stands for a moment, or no longer stands for one.
///
/// The name is in the log, as `TextField.name` of the event. Of several events with the
/// same name the newest counts.
public struct Mark: Equatable, Sendable {
  /// The event that set the mark or removed it.
  public let event: EventID
  /// The newest event of the log at the moment; `EventID.nothing` if the name was
  /// removed.
  public let moment: EventID
  /// The branch that the event is on; `EventID.nothing` is the main branch.
  public let branch: BranchID
}

/// The rules for names of marks and branches. They share one namespace, and no name can be
/// mistaken for another way of naming a point, such as `#40` or `-3`.
public enum PointName {
  /// The name of the main lineage, which is no branch.
  public static let main = "main"

  /// The longest name, in bytes of UTF-8.
  static let limitBytes = 100

  /// Returns why a name cannot be given, or nil if it can. Whether it is in use is not
  /// checked.
  ///
  /// - Returns: `Refusal.Code.tooLong` for more than 100 bytes;
  ///   `Refusal.Code.invalidValue` for an empty name, a number, a name with invisible
  ///   characters, one that begins with "#", "-" or "@", and for "start", "now" and "main"
  ///   in any case.
  public static func refusal(of name: String) -> Refusal? {
    let bytes = name.utf8
    guard let first = bytes.first else { return Refusal(.invalidValue, "A name cannot be empty.") }
    if bytes.count > limitBytes {
      return Refusal(.tooLong, "That name is too long: at most \(limitBytes) bytes can be kept.")
    }
    if name.unicodeScalars.contains(where: { isBlank($0) }) {
      return Refusal(.invalidValue, "A name cannot have spaces or control characters.")
    }
    let isPoint = [0x23, 0x2D, 0x40].contains(first) || bytes.allSatisfy { (0x30...0x39) ~= $0 }
    if isPoint || isReserved(name) {
      return Refusal(
        .invalidValue,
        "A name cannot be a number, begin with - @ or #, or be start, now or main.")
    }
    return nil
  }

  /// Whether a name is one of those that have a meaning, ASCII letters in either case.
  private static func isReserved(_ name: String) -> Bool {
    let lowercased = name.utf8.map { (0x41...0x5A) ~= $0 ? $0 | 0x20 : $0 }
    return [main, "start", "now"].contains { $0.utf8.elementsEqual(lowercased) }
  }

  /// Whether a character is not visible: spaces, control characters, and format characters
  /// such as those that change the direction of writing.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F...0xA0, 0xAD, 0x61C, 0x1680, 0x180E, 0x2000...0x200F, 0x2028...0x202F,
      0x205F...0x206F, 0x3000, 0xFEFF, 0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}

/// A name and what it stands for: a mark or a branch.
public struct NamedPoint: Equatable, Sendable {
  /// The name. Names are compared byte by byte.
  public let name: String
  /// The mark or branch.
  public let meaning: Meaning

  /// What a name can stand for.
  public enum Meaning: Equatable, Sendable {
    /// A moment.
    case mark(Mark)
    /// A branch, hidden or not.
    case branch(Branch)
  }
}

extension Timeline {
  /// Returns the marks and branches of the log with their names, hidden branches included,
  /// in the order in which the names were first given.
  ///
  /// If the name of a mark was forgotten, the mark is left out. A branch whose name was
  /// forgotten is called by its id: "#12".
  ///
  /// - Parameters:
  ///   - source: Where the names are looked up.
  ///   - last: The newest event that counts; nil is the present.
  /// - Complexity: O(n²) comparisons and n look-ups for n events about marks and branches
  public func names<Source: TextSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID? = nil
  ) -> [NamedPoint] {
    var events: [(sequence: EventID, meaning: NamedPoint.Meaning)] = []
    for mark in marks { events.append((mark.event, .mark(mark))) }
    for branch in branches { events.append((branch.id.event, .branch(branch))) }
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

  /// Returns what a name stands for now; nil if it stands for nothing.
  public func named<Source: TextSource & ~Copyable>(
    _ name: String, _ source: borrowing Source
  ) -> NamedPoint? {
    names(source).first { $0.isNamed(name) }
  }

  /// Returns the name of the lineage's branch; nil on the main lineage.
  public func branchName<Source: TextSource & ~Copyable>(_ source: borrowing Source) -> String? {
    guard lineage.branch.exists, let name = source.text(.name, of: lineage.branch.event) else {
      return nil
    }
    return name.isEmpty ? Branch.name(ofForgotten: lineage.branch) : name
  }
}

extension Branch {
  /// Returns the name of a branch whose name was forgotten: "#" and its id, which no name
  /// may begin with.
  public static func name(ofForgotten id: some EventReference) -> String { "#\(id.rawValue)" }

  fileprivate var nameOfForgotten: String { Self.name(ofForgotten: id) }
}

extension NamedPoint {
  /// Whether this is the name, byte by byte.
  fileprivate func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }

  /// Whether this name takes the place of a former use of it: a mark moves when it is set
  /// again, and a name that was removed is free.
  fileprivate func replaces(_ former: NamedPoint) -> Bool {
    if case .mark = meaning, case .mark = former.meaning { return true }
    return !former.standsForSomething
  }

  /// Whether this is a branch, or a mark that was not removed.
  fileprivate var standsForSomething: Bool {
    if case .mark(let mark) = meaning { return mark.moment.exists }
    return true
  }
}

/// An event that says that others lost texts by forgetting.
public struct Redaction: Equatable, Sendable {
  /// The event that reports the forgetting.
  public let event: EventID
  /// How many events lost texts.
  public let count: Int
}
