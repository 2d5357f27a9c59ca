import { browser, quietly } from "./browser.js";
import { look } from "./looks.js";

/** The width of a picture in pixels. */
const width = 320;
/**
 * The time for which a page must be shown before its picture is taken, in milliseconds. Chromium
 * allows two pictures per second.
 */
const pause = 1_000;
/** The maximum number of pages to remember whose picture was taken. */
const limit = 1_000;

/** Scales a picture down, and returns it as JPEG in Base64. */
async function scaled(address) {
  const bitmap = await createImageBitmap(await (await fetch(address)).blob());
  // @ts-ignore: TypeScript declares OffscreenCanvas as a value only since version 4.9.
  const canvas = new OffscreenCanvas(width, Math.max(1, Math.round(width * bitmap.height / bitmap.width)));
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.7 });
  let bytes = "";
  for (const byte of new Uint8Array(await blob.arrayBuffer())) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

/** Takes one picture of each page that is shown, if the user has switched pictures on. */
export class Pictures {
  #taken = new Set();
  #timer = 0;
  #isOn = false;

  /** @param {(picture: object) => void} onPicture */
  constructor(onPicture) {
    this.onPicture = onPicture;
    void browser.storage.local.get("pictures").then(({ pictures = false }) => { this.switch(pictures); });
    browser.storage.onChanged.addListener(({ pictures }) => {
      if (pictures) this.switch(pictures.newValue ?? false);
    });
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    this.#isOn = isOn;
    if (isOn) this.request();
  }

  /** Takes a picture of the page that is shown, unless another page replaces it soon. */
  request() {
    if (!this.#isOn) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => { void quietly(this.#take()); }, pause);
  }

  async #take() {
    const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
    if (!tab || tab.incognito || tab.status !== "complete") return;
    const { key, url } = await look(tab.id);
    const page = `${key} ${url}`;
    if (!key || this.#taken.has(page)) return;
    const picture = await scaled(
      await browser.tabs.captureVisibleTab(tab.windowId, { format: "jpeg", quality: 90 }));
    const [now] = await browser.tabs.query({ active: true, windowId: tab.windowId });
    if (now?.id !== tab.id || (await look(tab.id)).key !== key) return;
    if (this.#taken.size >= limit) this.#taken.clear();
    this.#taken.add(page);
    this.onPicture({ tab: tab.id, key, picture });
  }
}
