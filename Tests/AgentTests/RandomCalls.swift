import BrowserModel
import Notation
import TestSupport

/// Random calls of tools. Most of them make sense, and some name things that do not exist.
struct RandomCalls {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func id(_ known: [Int32]) -> JSON {
    guard !known.isEmpty, !random.once(in: 20) else {
      return random.pick([
        .integer(0), .integer(999_999), .string("x"), .integer(-3), .null, .array([]),
      ])
    }
    let id = Int64(random.pick(known))
    return random.pick([.integer(id), .string("\(id)"), .string("#\(id)")])
  }

  private mutating func ids(_ known: [Int32]) -> JSON {
    .array((0..<random.below(4)).map { _ in id(known) })
  }

  /// Returns the name of a tool and its arguments.
  mutating func next(_ browser: Browser) -> (String, JSON) {
    let tabs = browser.tabs.map(\.id.rawValue)
    let windows = browser.windowOrder.map(\.rawValue)
    let groups = browser.groups.map(\.id.rawValue)
    let closed = browser.closed.flatMap { $0.tabs.map(\.tab.id.rawValue) }
    let url = JSON.string("https://\(random.pick(["a", "b", "c"])).example/\(random.below(5))")
    let isPinned = JSON.bool(random.once(in: 2))
    switch random.below(20) {
    case 0...3:
      return (
        "open",
        .object([
          (
            "pages",
            .array([
              .object([
                ("url", url), ("pinned", .bool(random.once(in: 5))),
                ("group", random.once(in: 3) ? .string("G\(random.below(3))") : .null),
              ])
            ])
          ),
          (
            "window", random.once(in: 4) ? .string("new") : random.once(in: 2) ? .null : id(windows)
          ),
        ])
      )
    case 4: return ("close", .object([("tabs", ids(tabs))]))
    case 5: return ("close", .object([("window", random.once(in: 3) ? id(windows) : .integer(0))]))
    case 6: return ("go", .object([("tab", id(tabs)), ("address", url)]))
    case 7:
      return (
        "travel",
        .object([("tab", id(tabs)), ("steps", .integer(Int64(random.below(5)) - 2))])
      )
    case 8:
      return (
        "move",
        .object([
          ("tabs", ids(tabs)), (random.pick(["before", "after"]), id(tabs)),
        ])
      )
    case 9: return ("move", .object([("tabs", ids(tabs)), ("window", id(windows))]))
    case 10:
      return (
        "change_tab",
        .object([
          ("tabs", ids(tabs)), ("pinned", isPinned),
          ("zoom", random.once(in: 3) ? .integer(150) : .null),
        ])
      )
    case 11...12:
      return (
        "group",
        .object([
          ("operation", .string(random.pick(["create", "add", "remove", "change"]))),
          ("tabs", ids(tabs)), ("group", random.once(in: 2) ? id(groups) : .null),
          ("title", random.once(in: 2) ? .string("T") : .null),
        ])
      )
    case 13: return ("reopen", .object([("items", ids(closed))]))
    case 14: return ("close_duplicates", .object([("keep", .string("newest"))]))
    case 15: return ("bookmark", .object([("operation", .string("add")), ("url", url)]))
    case 16: return (random.pick(["undo", "redo"]), .object([("action", id(tabs))]))
    case 17: return ("show_tab", .object([("tab", id(tabs))]))
    case 18:
      return (
        random.pick(["overview", "tabs", "log", "moments", "closed"]), .object([])
      )
    default: return ("tab", .object([("tab", id(tabs))]))
    }
  }
}
