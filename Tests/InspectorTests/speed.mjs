// Measures how fast a page of “inspect” is in the installed browsers:
//
//   node --experimental-websocket --no-warnings Tests/InspectorTests/speed.mjs PAGE.html
//
// Prints, as the median of several openings, the milliseconds from opening the file until the newest state and then
// all lists are on the screen. Then moves the slider once in each frame, and prints how long the frames take.
import path from "node:path"
import { pathToFileURL } from "node:url"
import { endBrowsers, kinds, withBrowser } from "./browsers.mjs"

const openings = 5
const moves = 200

const page = pathToFileURL(path.resolve(process.argv[2])).href

const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

/** The milliseconds of each frame in which the slider moves to another moment, all over the log. */
const frames = `new Promise(resolve => {
  const slider = document.getElementById("slider")
  const times = []
  const move = time => {
    times.push(time)
    if (times.length > ${moves}) return resolve(JSON.stringify(times.slice(1).map((end, index) => end - times[index])))
    slider.value = (times.length * 377) % 1000
    slider.dispatchEvent(new Event("input"))
    requestAnimationFrame(move)
  }
  requestAnimationFrame(move)
})`

for (const Kind of kinds) {
  await withBrowser(Kind, async browser => {
    const figures = []
    for (let opening = 0; opening < openings; opening++) {
      await browser.show("about:blank")
      await browser.show(page)
      await browser.shown()
      figures.push(await browser.value("({ state: Number(document.documentElement.dataset.state), shown: Number(document.documentElement.dataset.shown) })"))
    }
    await browser.holds(`document.documentElement.dataset.read === "all"`, 300_000)
    const times = JSON.parse(await browser.run(browser.tab, frames))
    const median = key => quantile(figures.map(figure => figure[key]), 0.5)
    console.log(`${Kind.name}: newest state ${median("state")} ms, all lists ${median("shown")} ms; `
      + `slider: median ${quantile(times, 0.5).toFixed(1)} ms, 95 % ${quantile(times, 0.95).toFixed(1)} ms a frame`)
  })
}
await endBrowsers()
