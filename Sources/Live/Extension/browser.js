/** The namespace of the WebExtension API, the same in all browsers. */
export const browser = globalThis.browser ?? globalThis.chrome;

/** Whether this is Firefox or a browser derived from it. */
export const isFirefox = browser.runtime.getURL("").startsWith("moz-extension:");

/** Ignores an expected failure, such as an error about a tab that was closed in the meantime. */
export const quietly = promise => Promise.resolve(promise).catch(() => undefined);
