internal import BrowserModel
internal import EventLog
internal import Session
internal import Timeline

/// Draws the pages of all tabs, and which led to which, as a graph in Graphviz' language.
enum TrailGraph {
  private struct Page {
    var url: String
    var title = ""
    var parent: Sequence
    var tab: Sequence
  }

  /// - Complexity: O(events).
  static func text(_ session: Session, through last: Sequence) throws -> String {
    var pages: [Sequence: Page] = [:]
    var order: [Sequence] = []
    let line = session.timeline.line
    try session.visitLog(isPrivate: false, through: last) { event, words in
      guard line.contains(event) else { return true }
      func add(_ url: Text, parent: Sequence, tab: Sequence) {
        let address = url.isPresent ? words(url) : Destination.startPage
        // What was forgotten is there and empty.
        guard !address.isEmpty else { return }
        pages[event.sequence] = Page(url: address, parent: parent, tab: tab)
        order.append(event.sequence)
      }
      switch event.body {
      case .tab(.opened(let body)):
        add(body.url, parent: .nothing, tab: event.sequence)
      case .navigation(.committed(let body)):
        add(body.url, parent: body.parent, tab: body.tab)
      case .page(.titled(let body)): pages[body.content]?.title = words(body.title)
      default: break
      }
      return true
    }
    return text(pages, order)
  }

  private static func text(_ pages: [Sequence: Page], _ order: [Sequence]) -> String {
    var text = "digraph trail {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n"
    for id in order {
      guard let page = pages[id] else { continue }
      let label = page.title.isEmpty ? page.url : page.title
      text += "  e\(id.rawValue) [label=\(quoted(label)), URL=\(quoted(page.url))];\n"
      if pages[page.parent] != nil {
        text += "  e\(page.parent.rawValue) -> e\(id.rawValue);\n"
      }
    }
    return text + "}\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\0"..<" ": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
