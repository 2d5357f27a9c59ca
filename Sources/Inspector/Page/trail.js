import { make, pageName, short } from "./text.js"

const limit = 400

/** Creates the tree of all pages that a tab has shown, also those that its history no longer contains. */
export function trailElement(log, tab, goTo) {
  const reasons = log.why({ tab }).filter(event => /^(navigation|tab)\./.test(event.kind))
  const nodes = new Map()
  const roots = []
  let current = null
  for (const { event, undone } of reasons.slice(0, limit)) {
    let history
    try {
      history = log.at(event).history(tab)
    } catch {
      continue // The tab does not exist at this moment of the main branch.
    }
    let parent = null
    for (const [index, entry] of history.entries.entries()) {
      let node = nodes.get(entry.id)
      if (!node) {
        node = { id: entry.id, event, name: pageName(entry), url: entry.url, children: [], undone }
        nodes.set(entry.id, node)
        ;(parent ? parent.children : roots).push(node)
      } else if (entry.title) node.name = pageName(entry)
      if (index === history.index) current = entry.id
      parent = node
    }
  }
  // A page with one successor stays on the same level, so that a long path does not become a deep tree.
  const list = starts => {
    const element = make("ul", { className: "trail" })
    for (const start of starts) {
      for (let node = start; node;) {
        const item = make("li", { className: node.undone ? "undone" : "" },
          make("button", {
            className: "plain", title: short(node.url, 2000), "aria-current": node.id === current ? "page" : undefined,
            onclick: goTo.bind(null, node.event),
          }, make("bdi", {}, node.name)))
        element.append(item)
        if (node.children.length > 1) {
          item.append(list(node.children.slice(1)))
        }
        node = node.children[0]
      }
    }
    return element
  }
  return make("div", {}, roots.length > 0 ? list(roots) : make("p", { className: "note" }, "This tab has shown no page."),
    reasons.length > limit ? make("p", { className: "note" }, `The first ${limit} of ${reasons.length} steps are drawn.`) : null)
}
