internal import Notation

/// A part of the session that agents can read and watch.
enum AgentResource: Hashable {
  case overview, log, moments, proposals
  case tab(Int64)
  case window(Int64)

  init?(_ uri: String) {
    guard uri.hasPrefix(Self.scheme) else { return nil }
    let path = uri.dropFirst(Self.scheme.count)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let id = Int64(parts[1]), id > 0, id <= Int64(Int32.max) {
      switch parts[0] {
      case "tab": self = .tab(id)
      case "window": self = .window(id)
      default: return nil
      }
      return
    }
    guard let named = Self.named.first(where: { $0.name == path }) else { return nil }
    self = named.resource
  }

  private static let scheme = "retrace://"

  private static let named: [(name: String, resource: AgentResource, sentence: String)] = [
    ("overview", .overview, "Windows, groups and numbers."),
    ("log", .log, "The newest actions."),
    ("moments", .moments, "Marks, branches and proposals."),
    ("proposals", .proposals, "Proposals with their state."),
  ]

  /// The resources without a parameter, for `resources/list`.
  static var list: JSON {
    .array(
      named.map { named in
        .members(
          ("uri", .string(scheme + named.name)), ("name", .string(named.name)),
          ("description", .string(named.sentence)), ("mimeType", .string("text/plain")))
      })
  }

  /// The resources with an id, for `resources/templates/list`.
  static var templates: JSON {
    .array(
      ["tab", "window"].map { name in
        .members(
          ("uriTemplate", .string("\(scheme)\(name)/{id}")), ("name", .string(name)),
          ("description", .string("One \(name).")), ("mimeType", .string("text/plain")))
      })
  }

  /// The tool whose lines are the text of the resource, and its arguments.
  var call: (tool: String, arguments: JSON) {
    switch self {
    case .overview: ("overview", .object([]))
    case .log: ("log", .members(("limit", .integer(20))))
    case .moments, .proposals: ("moments", .object([]))
    case .tab(let id): ("tab", .members(("tab", .integer(id))))
    case .window(let id):
      (
        "tabs",
        .members(("window", .integer(id)), ("limit", .integer(Int64(ToolArguments.largestLimit))))
      )
    }
  }
}
