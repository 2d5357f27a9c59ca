/** Texts from pages, and elements that show them. */

const joiners = new Set(["\u200c", "\u200d", "\u00ad"])

/** Returns a text in which control and direction characters are shown as numbers, such as `\u{202e}`. */
export function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, letter => (
    joiners.has(letter) ? letter : `\\u{${letter.codePointAt(0).toString(16)}}`))
}

/** Returns the visible text, cut after a number of characters. */
export function short(text, limit = 300) {
  return text.length > limit ? `${visible(text.slice(0, limit))}…` : visible(text)
}

/** Returns the host of an address, or null. */
export function siteOf(address) {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address)?.[1]
  return host ? host.toLowerCase().replace(/^www\./, "") : null
}

/** Whether a host is a site or a subdomain of the site. */
export function isOfSite(host, site) { return Boolean(host) && (host === site || host.endsWith(`.${site}`)) }

/** Returns the title of a page, or its address. */
export function pageName({ title, url }) {
  if (title) return short(title)
  return url === "about:start" ? "Start page" : short(url)
}

/** Creates an element. Properties that start with `on` are listeners, and those with `-` or `role` are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (name.includes("-") || name === "role") element.setAttribute(name, value)
    else element[name] = value
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false))
  return element
}

/** Creates a picture of a page. A picture that cannot be loaded, because it was forgotten, is hidden. */
export function pictureElement(address) {
  const picture = make("img", { className: "picture", alt: "", src: address, onerror: () => { picture.hidden = true } })
  return picture
}

/** Sets the text of an element if it differs, so that unchanged elements are not drawn again. */
export function setText(element, text) { if (element.textContent !== text) element.textContent = text }

/** Sets an attribute of an element if it differs. */
export function setAttribute(element, name, value) {
  const text = String(value)
  if (element.getAttribute(name) !== text) element.setAttribute(name, text)
}

/** Creates a text with its own direction. */
export function isolated(text, className = "") { return make("bdi", { className }, text) }

/** Creates the address of a page, which is a link only if it is an address of the web. */
export function addressElement(address) {
  const text = short(address, 2000)
  if (!/^https?:\/\//i.test(address) || address.length > 8000) return make("bdi", { className: "address" }, text)
  return make("a", { href: address, rel: "noreferrer noopener", target: "_blank", className: "address", dir: "ltr" }, text)
}

/** Creates a command for the console, with a button that copies the command. */
export function commandElement(words) {
  const code = make("code", { dir: "ltr" }, words)
  const button = make("button", {
    className: "small", "aria-label": `Copy “${words}”`,
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(words)
        button.textContent = "Copied"
      } catch {
        getSelection().selectAllChildren(code)
        button.textContent = "Selected"
      }
    },
  }, "Copy")
  return make("div", { className: "command" }, code, button)
}

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" })
const dayFormat = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "short", day: "numeric" })
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" })

// A damaged log can contain times that no calendar has.
const isTime = time => Math.abs(time) <= 8.64e15

export function clock(time) { return isTime(time) ? clockFormat.format(time) : "–" }

const days = new Map()

/** Returns the day of a time in the time zone of the browser. Formatting is slow, so each day is formatted once. */
export function day(time) {
  if (!isTime(time)) return "–"
  const date = new Date(time)
  const key = (date.getFullYear() * 12 + date.getMonth()) * 31 + date.getDate()
  if (!days.has(key)) days.set(key, dayFormat.format(date))
  return days.get(key)
}

/** Returns the times at which the day of a time begins and ends. */
export function dayBounds(time) {
  const date = new Date(time)
  const [year, month, number] = [date.getFullYear(), date.getMonth(), date.getDate()]
  return [new Date(year, month, number).getTime(), new Date(year, month, number + 1).getTime()]
}

export function fullTime(time) { return isTime(time) ? fullFormat.format(time) : "an invalid time" }

/** Returns a duration such as `2 h 5 min`. */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`
  const days = Math.round(hours / 24)
  return days === 1 ? "1 day" : `${count(days)} days`
}

const numberFormat = new Intl.NumberFormat()

export function count(number) { return numberFormat.format(number) }
export function counted(number, one, many = `${one}s`) { return `${count(number)} ${number === 1 ? one : many}` }

/** Returns the author of an event. */
export function author(event) { return event.agent ? short(event.agent, 60) : event.actor }

/** Lets the browser draw and handle input. */
export function pause() {
  return new Promise(done => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => { channel.port1.close(); done() }
    channel.port2.postMessage(null)
  })
}

/** Waits until the browser has drawn the page. Browsers do not draw a page in the background, so the wait is short. */
export function drawn() {
  return new Promise(done => {
    requestAnimationFrame(() => { pause().then(done) })
    setTimeout(done, 100)
  })
}
