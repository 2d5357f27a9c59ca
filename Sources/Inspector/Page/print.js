import { counted, fullTime, make, pageName, short } from "./text.js"

const limit = 5_000

/** Fills the printed page with all windows and tabs of a session. */
export function fillPrint(element, session, time) {
  let left = limit
  const windows = session.windows.map(window => {
    const tabs = window.tabs.slice(0, left)
    left -= tabs.length
    return make("section", {}, make("h2", {}, make("bdi", {}, window.name ? short(window.name) : `Window #${window.id}`),
      ` – ${counted(window.tabCount, "tab")}`),
    make("ol", {}, ...tabs.map(tab => make("li", {}, make("bdi", {}, pageName(tab)), make("br"),
      make("bdi", { className: "address" }, short(tab.url, 500))))))
  })
  element.replaceChildren(make("h1", {}, session.event === 0 ? "Before the first event" : `After event #${session.event}`),
    make("p", {}, session.event === 0 ? "" : fullTime(time)), ...windows,
    left === 0 ? make("p", {}, `Only the first ${limit} tabs are printed.`) : "")
}
