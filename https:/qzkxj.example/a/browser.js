/** The namespace of the WebExtension API, the same in all browsers. */
export const browser = globalThis.browser ?? globalThis.chrome;

/** Whether this is Firefox or a browser derived from it. */
export const isFirefox = browser.runtime.getURL("").startsWith("moz-extension:");

/** Ignores a failure that is expected, such as one about a tab that was closed meanwhile. */
export const quietly = promise => Promise.resolve(promise).catch(() => undefined);
