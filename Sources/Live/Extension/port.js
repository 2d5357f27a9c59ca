import { browser } from "./browser.js";
import { hostName } from "./host.js";

/** The shortest and the longest time between two attempts to start the host, in milliseconds. */
const firstDelay = 250;
const longestDelay = 15_000;

/** The time after which a connection no longer counts as a failed start, in milliseconds. */
const goodConnection = 60_000;

/**
 * The connection to the native host. The host is started again whenever it ends.
 *
 * Messages are not queued while there is no host. Each connection begins with a snapshot, which
 * contains everything that the host has missed.
 */
export class HostPort {
  #port = null;
  #began = 0;
  #delay = firstDelay;
  #wasRefused = false;

  /** The reason why there is no connection, or null while there is one. */
  problem = null;

  /**
   * @param {() => void} onConnect Called after a host was started.
   * @param {(message: object) => void} onMessage Called for each message from the host.
   */
  constructor(onConnect, onMessage) {
    this.onConnect = onConnect;
    this.onMessage = onMessage;
  }

  connect() {
    if (this.#port) return;
    this.#wasRefused = false;
    this.#began = Date.now();
    const port = browser.runtime.connectNative(hostName);
    this.#port = port;
    port.onMessage.addListener(message => {
      this.problem = null;
      if (message.kind === "refused") {
        this.problem = message.reason;
        this.#wasRefused = true;
      }
      this.onMessage(message);
    });
    port.onDisconnect.addListener(ended => {
      const reason = ended?.error?.message ?? browser.runtime.lastError?.message;
      if (this.#port !== port) return;
      this.#port = null;
      if (!this.#wasRefused) this.problem = reason ?? "The host ended.";
      if (Date.now() - this.#began > goodConnection) this.#delay = firstDelay;
      setTimeout(() => this.connect(), this.#delay);
      this.#delay = Math.min(2 * this.#delay, longestDelay);
    });
    this.onConnect();
  }

  /** Sends a message, or drops it if there is no host. */
  send(message) {
    try {
      this.#port?.postMessage(message);
    } catch (error) {
      this.problem = String(error);
    }
  }
}
