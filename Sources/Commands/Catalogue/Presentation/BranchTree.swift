internal import BrowserModel
internal import CommandKit
internal import RetraceTimeline

/// The branches of a log as a tree, in which each branch is below the branch that it was created
/// from.
struct BranchTree: AnswerObject {
  private struct Node {
    let id: BranchID
    let name: String
    let parent: BranchID?
    let from: EventID
    let isHidden: Bool
  }

  private let nodes: [Node]
  private let counts: [BranchID: Int]
  private let current: BranchID

  /// - Parameters:
  ///   - counts: The number of each branch's own events.
  ///   - current: The branch of the console, which is always shown.
  ///   - all: Whether hidden branches are shown too.
  init(_ names: [NamedPoint], counts: [BranchID: Int], current: BranchID, all: Bool) {
    let main = Node(
      id: .nothing, name: PointName.main, parent: nil, from: .nothing, isHidden: false)
    let branches = names.compactMap { named -> Node? in
      guard case .branch(let branch) = named.meaning else { return nil }
      return Node(
        id: branch.id, name: named.name, parent: branch.parent, from: branch.from,
        isHidden: branch.isHidden)
    }
    nodes = [main] + branches.filter { all || !$0.isHidden || $0.id == current }
    self.counts = counts
    self.current = current
  }

  static let members = AnswerMembers<Self> { tree in
    tree.list("branches") { tree in
      tree.nodes.map { (node: $0, tree: tree) }
    } of: { branch in
      branch.member("name") { $0.node.name }
      branch.member("id", "null for main") { $0.node.id.numberOrNil }
      branch.member("parent", "null for main") { $0.node.parent.map($0.tree.name) }
      branch.member("from", "the newest event that it shares with its parent") {
        $0.node.parent == nil ? nil : $0.node.from
      }
      branch.member("events", "the number of its own events") {
        $0.tree.counts[$0.node.id] ?? 0
      }
      branch.member("current") { $0.node.id == $0.tree.current }
      branch.member("hidden") { $0.node.isHidden }
    }
  }

  func answer(_ context: CommandContext) -> Answer {
    let art = context.presentation.art
    var table = Table([.left, .left, .left, .right, .left])
    for (node, lines) in drawn(art) {
      let isCurrent = node.id == current
      let name: SafeText = "\(node.name)"
      table.add([
        context.style.apply(.green, .bold, to: isCurrent ? SafeText(trusted: art.current) : " "),
        SafeText(trusted: lines) + (isCurrent ? context.style.apply(.bold, to: name) : name),
        context.style.apply(.dim, to: origin(of: node)),
        .counted(counts[node.id] ?? 0, "event"),
        node.isHidden ? context.style.apply(.dim, to: "hidden") : "",
      ])
    }
    return Answer(table, width: context.presentation.columns)
  }

  private func origin(of node: Node) -> SafeText {
    guard node.parent != nil else { return "" }
    return node.from.exists ? "from #\(node.from.rawValue)" : "from the start"
  }

  private func name(_ id: BranchID) -> String {
    nodes.first { $0.id == id }?.name ?? "#\(id.rawValue)"
  }

  /// Returns the nodes from the top, each with its connecting lines. If the parent of a branch is
  /// hidden, the branch is below the nearest visible ancestor.
  private func drawn(_ art: LineArt) -> [(node: Node, lines: String)] {
    var drawn: [(node: Node, lines: String)] = []
    var waiting: [(node: Node, lines: String, below: String)] = [(nodes[0], "", "")]
    while let (node, lines, below) = waiting.popLast() {
      drawn.append((node, lines))
      let children = nodes.dropFirst().filter { shownParent(of: $0) == node.id }
      for (offset, child) in children.enumerated().reversed() {
        let isLast = offset == children.count - 1
        waiting.append(
          (
            child, below + (isLast ? art.end : art.branch) + " ",
            below + (isLast ? "   " : art.bar + " ")
          ))
      }
    }
    return drawn
  }

  private func shownParent(of node: Node) -> BranchID {
    guard let parent = node.parent, nodes.contains(where: { $0.id == parent }) else {
      return .nothing
    }
    return parent
  }
}
