import { browser, quietly } from "./browser.js";
import { recordedAddress } from "./strip.js";

/**
 * Converts a zoom factor to hundredths of a percent. Browsers compute factors such as 1.0999999.
 */
const hundredths = factor => Math.round(factor * 1_000) * 10;

/** Reads the level at which a tab is shown. */
export const readLevel = async id => hundredths(await browser.tabs.getZoom(id));

/**
 * Reads the zoom of a tab. Browsers store the zoom for the site that the tab shows, and report no
 * zoom for a page that is not loaded.
 *
 * @param {number} id
 */
export async function readZoom(id) {
  const [factor, settings] = await Promise.all(
    [quietly(browser.tabs.getZoom(id)), quietly(browser.tabs.getZoomSettings(id))]);
  const tab = await quietly(browser.tabs.get(id));
  if (!factor || !tab || tab.incognito || tab.discarded || tab.status === "unloaded") return undefined;
  return {
    tab: id,
    url: recordedAddress(tab.url),
    level: hundredths(factor),
    ofTab: settings?.scope === "per-tab" || undefined,
    standard: settings?.defaultZoomFactor && hundredths(settings.defaultZoomFactor),
  };
}

/** Throws an error, because extensions cannot set the default zoom. */
export function setDefaultZoom() {
  throw new Error("Only the settings of the browser can change it.");
}

/**
 * Sets the zoom of the site that a tab shows, or only the zoom of the tab, which Firefox refuses.
 */
export async function setZoom({ tab, level, ofTab }) {
  const { scope } = await browser.tabs.getZoomSettings(tab);
  if (ofTab !== (scope === "per-tab")) {
    await browser.tabs.setZoomSettings(
      tab, { mode: "automatic", scope: ofTab ? "per-tab" : "per-origin" });
  }
  await browser.tabs.setZoom(tab, level / 10_000);
}
