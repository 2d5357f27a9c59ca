internal import BrowserModel
internal import EventLog
internal import Store
internal import Timeline

/// Names of marks and branches.
extension Shell {
  /// All of them, hidden branches too; those that there were when an event was the newest.
  func pointNames(through last: EventID? = nil) throws(CommandFailure) -> [NamedPoint] {
    do throws(LogFailure) {
      return try store.names(through: last)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// What a name stands for; nil where it stands for nothing.
  func named(_ name: String) throws(CommandFailure) -> NamedPoint? {
    try pointNames().first { $0.name == name }
  }

  /// The id of a branch; nothing for the main line.
  func branch(named name: String) throws(CommandFailure) -> EventID {
    if name == PointName.main { return .nothing }
    let names = try pointNames()
    for named in names where named.name == name {
      if case .branch(let branch) = named.meaning { return branch.id }
    }
    let branches = names.filter(\.isBranch).map(\.name) + [PointName.main]
    let hint =
      Nearest.name(to: name, among: branches).map { "did you mean \($0)?" }
      ?? "“branches” lists them."
    throw CommandFailure("noSuchBranch", "There is no branch “\(name)”; \(hint)")
  }

  /// The name of a branch, `main` for the main line.
  func branchName(_ id: EventID) throws(CommandFailure) -> String {
    guard id.exists else { return PointName.main }
    let name = try read { $0.text(.name, of: id) } ?? ""
    return name.isEmpty ? Branch.name(ofForgotten: id) : name
  }

  /// Why a name is no point.
  func noSuchName(_ name: String) throws(CommandFailure) -> CommandFailure {
    let names = try pointNames().map(\.name) + [PointName.main, "start", "now"]
    let hint =
      Nearest.name(to: name, among: names).map { "did you mean \($0)?" }
      ?? "“marks” and “branches” list them."
    return CommandFailure("noSuchPoint", "There is no mark or branch “\(name)”; \(hint)")
  }
}

extension NamedPoint {
  var isBranch: Bool {
    if case .branch = meaning { return true }
    return false
  }

  /// Whether it is a branch that is no longer wanted in lists.
  var isHidden: Bool {
    if case .branch(let branch) = meaning { return branch.isHidden }
    return false
  }

  /// The moment of a mark; nil for a branch.
  var mark: Mark? {
    if case .mark(let mark) = meaning { return mark }
    return nil
  }
}
