// Browsers that show a page and receive real clicks and keys.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { Chromium, Firefox, installed, until } from "../LiveTests/Browsers/browsers.mjs"

/** Counts what a page must never do. The script runs before the scripts of the page. */
const preparation = `
  globalThis.violations = []
  addEventListener("securitypolicyviolation", event => {
    violations.push(event.violatedDirective + " " + event.blockedURI)
  }, true)
  globalThis.hostile = 0
`

/** The codes of keys with more than one letter in WebDriver. */
const codes = {
  ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", Home: "\uE011", End: "\uE010",
  Enter: "\uE007", Tab: "\uE004", Space: " ",
}

/** Adds what the tests of the page need to a kind of browser. */
const showing = Kind => class extends Kind {
  loadsExtension = false

  /** Returns the value of an expression in the page. The value must be JSON. */
  async value(expression) {
    const text = await this.run(this.tab, `JSON.stringify((() => (${expression}))() ?? null)`)
    if (typeof text !== "string") throw new Error(`no value: ${expression}`)
    return JSON.parse(text)
  }

  /** Opens a page in the only tab, with a script that runs before the page. */
  async show(url, script = "") {
    await this.prepare(preparation + script)
    await this.navigate(this.tab, url)
  }

  /** Waits until the page shows a log or reports that it cannot. */
  shown() {
    return until(() => this.value(`document.documentElement?.dataset.shown ?? document.documentElement?.dataset.failed ?? null`)
      .catch(() => null), "the page shows the log", 90_000)
  }

  /** Waits until an expression is true. */
  holds(expression, milliseconds = 30_000) {
    return until(() => this.value(expression).catch(() => false), expression, milliseconds)
  }

  /** Clicks an element, which is first scrolled into view. */
  async clickOn(selector, share = 0.5) {
    const { x, y } = await this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)})
      element.scrollIntoView({ block: "nearest" })
      const box = element.getBoundingClientRect()
      return { x: box.left + box.width * ${share}, y: box.top + box.height / 2 }
    })()`)
    await this.click(x, y)
  }

  async type(text) { for (const letter of text) await this.press(letter) }
}

class ShowingChromium extends showing(Chromium) {
  static name = "Chromium"

  async open() {
    await super.open();
    [this.tab] = await until(async () => {
      const tabs = await this.tabs()
      return tabs.length > 0 && tabs
    }, "a tab")
    await this.call("Page.enable")
    await this.resize(1280, 900)
  }

  resize(width, height) {
    return this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false })
  }

  async call(method, params) { return this.remote.call(method, params, await this.session(this.tab)) }

  async prepare(source) {
    if (this.script) await this.call("Page.removeScriptToEvaluateOnNewDocument", { identifier: this.script })
    this.script = (await this.call("Page.addScriptToEvaluateOnNewDocument", { source })).identifier
  }

  async click(x, y) {
    const point = { x, y, button: "left", buttons: 1, clickCount: 1 }
    await this.call("Input.dispatchMouseEvent", { type: "mousePressed", ...point })
    await this.call("Input.dispatchMouseEvent", { type: "mouseReleased", ...point, buttons: 0 })
  }

  async press(key) {
    const text = key.length === 1 ? { text: key } : key === "Enter" ? { text: "\r" } : {}
    await this.call("Input.dispatchKeyEvent", { type: key.length === 1 || key === "Enter" ? "keyDown" : "rawKeyDown", key, ...text,
      windowsVirtualKeyCode: { Enter: 13, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, End: 35, Home: 36 }[key] ?? 0 })
    await this.call("Input.dispatchKeyEvent", { type: "keyUp", key })
  }

  async picture() { return Buffer.from((await this.call("Page.captureScreenshot", { format: "png" })).data, "base64") }
}

class ShowingFirefox extends showing(Firefox) {
  static name = "Firefox"

  async open() {
    await super.open();
    [this.tab] = await this.tabs()
    await this.remote.call("browsingContext.setViewport", { context: this.tab, viewport: { width: 1280, height: 900 } })
  }

  async prepare(source) {
    if (this.script) await this.remote.call("script.removePreloadScript", { script: this.script })
    this.script = (await this.remote.call("script.addPreloadScript", { functionDeclaration: `() => {${source}}` })).script
  }

  async perform(type, actions) {
    await this.remote.call("input.performActions", { context: this.tab, actions: [{ type, id: type, actions }] })
  }

  click(x, y) {
    return this.perform("pointer", [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y) }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 },
    ])
  }

  press(key) {
    const value = codes[key] ?? key
    return this.perform("key", [{ type: "keyDown", value }, { type: "keyUp", value }])
  }
}

/** The installed browsers. */
export const kinds = installed.map(Kind => Kind === Chromium ? ShowingChromium : ShowingFirefox)

const running = new Map()

async function started(Kind) {
  const browser = new Kind(fs.mkdtempSync(path.join(os.tmpdir(), "retrace-inspector-")))
  await browser.open()
  return browser
}

/** Runs work with the browser of a kind, which is started for the first work. */
export async function withBrowser(Kind, work) {
  if (!running.has(Kind)) running.set(Kind, started(Kind))
  await work(await running.get(Kind))
}

/** Ends the browsers that were started. */
export async function endBrowsers() {
  for (const starting of running.values()) {
    const browser = await starting.catch(() => null)
    if (!browser) continue
    await browser.kill()
    fs.rmSync(browser.folder, { recursive: true, force: true, maxRetries: 5 })
  }
  running.clear()
}

export { until }
