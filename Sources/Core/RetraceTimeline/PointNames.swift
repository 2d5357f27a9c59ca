public import BrowserModel

extension Timeline {
  /// Returns the marks and branches of the log with their names, including hidden branches, in the
  /// order in which the names were first assigned.
  ///
  /// If the name of a mark was forgotten, the mark is omitted. If the name of a branch was
  /// forgotten, its id is used: "#12".
  ///
  /// - Parameters:
  ///   - source: The source of the names.
  ///   - last: The newest event that counts, or nil for the present.
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
    return names.filter { $0.isInUse }
  }

  /// Returns the current meaning of a name, or nil if it has no meaning.
  public func named<Source: TextSource & ~Copyable>(
    _ name: String, _ source: borrowing Source
  ) -> NamedPoint? {
    names(source).first { $0.isNamed(name) }
  }

  /// Returns the name of the lineage's branch, or nil on the main lineage.
  public func branchName<Source: TextSource & ~Copyable>(_ source: borrowing Source) -> String? {
    guard lineage.branch.exists, let name = source.text(.name, of: lineage.branch.event) else {
      return nil
    }
    return name.isEmpty ? Branch.name(ofForgotten: lineage.branch) : name
  }
}

extension Branch {
  /// Returns the name of a branch whose name was forgotten: "#" and its id. No other name may begin
  /// with "#".
  public static func name(ofForgotten id: some EventReference) -> String { "#\(id.rawValue)" }

  var nameOfForgotten: String { Self.name(ofForgotten: id) }
}
