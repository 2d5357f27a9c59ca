internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// A graph of the branches of a log, with their forks and marks.
struct BranchDrawing {
  private let names: [NamedPoint]
  private let newest: EventID

  /// - Parameter moment: The moment to draw.
  init(_ store: Store, at moment: Moment) throws {
    newest = moment.newestEvent(of: store.timeline.position)
    let newest = newest
    names = try store.names().filter { $0.event <= newest }
  }

  /// Writes the graph in the DOT language, with a row for each branch and a node for each mark or
  /// fork.
  func writeDot(to stream: ExportStream) throws {
    try stream.write(
      """
      digraph log {
        rankdir=LR;
        node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif", fontsize=10];
        edge [color="#808080", fontname="sans-serif", fontsize=9];
        m0 [label="start", shape=circle];

      """)
    for branch in branches { try write(branch, to: stream) }
    try stream.write("}\n")
  }

  private struct Lineage {
    let id: BranchID
    let name: String
    let parent: BranchID?
    let from: EventID
  }

  private var branches: [Lineage] {
    [Lineage(id: .nothing, name: PointName.main, parent: nil, from: .nothing)]
      + names.compactMap { named in
        guard case .branch(let branch) = named.meaning else { return nil }
        return Lineage(
          id: branch.id, name: named.name, parent: branch.parent, from: branch.from)
      }
  }

  /// Returns the moments to draw in a branch: its marks, and the points at which other branches
  /// fork.
  private func moments(of branch: BranchID) -> [EventID] {
    let marks = names.compactMap { named -> EventID? in
      guard case .mark(let mark) = named.meaning, mark.branch == branch else { return nil }
      return mark.moment
    }
    let forks = branches.filter { $0.parent == branch && $0.from.exists }.map(\.from)
    return Set(marks + forks).sorted()
  }

  private func write(_ branch: Lineage, to stream: ExportStream) throws {
    // A moment before the start of the branch belongs to the branch from which it forked.
    let own = moments(of: branch.id).filter { !branch.id.exists || $0 > branch.id.event }
    var previous = branch.parent.map { Self.node($0, branch.from) } ?? Self.node(.nothing, .nothing)
    for moment in own {
      let marks = names.filter { $0.marks(moment, on: branch.id) }.map(\.name)
      let label = GraphText.quoted((marks + ["#\(moment.rawValue)"]).joined(separator: "\n"))
      let look = marks.isEmpty ? "" : ", fillcolor=\"#fff3c4\""
      let node = Self.node(branch.id, moment)
      try stream.write("  \(node) [label=\(label)\(look)];\n  \(previous) -> \(node);\n")
      previous = node
    }
    let end = "b\(branch.id.rawValue)"
    try stream.write("  \(end) [label=\(GraphText.quoted(branch.name)), fillcolor=\"#cfe8cf\"];\n")
    try stream.write("  \(previous) -> \(end);\n")
  }

  private static func node(_ branch: BranchID, _ moment: EventID) -> String {
    moment.exists ? "m\(branch.rawValue)_\(moment.rawValue)" : "m0"
  }
}

extension NamedPoint {
  /// The event that created the mark or branch with this name.
  fileprivate var event: EventID {
    switch meaning {
    case .mark(let mark): mark.event
    case .branch(let branch): branch.id.event
    }
  }

  fileprivate func marks(_ moment: EventID, on branch: BranchID) -> Bool {
    guard case .mark(let mark) = meaning else { return false }
    return mark.moment == moment && mark.branch == branch
  }
}
