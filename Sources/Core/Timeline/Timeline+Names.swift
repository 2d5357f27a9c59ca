public import BrowserModel

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
