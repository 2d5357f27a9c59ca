import { spawn } from "node:child_process";
import path from "node:path";

/** A host without a browser, with the messages of native messaging. */
export class Host {
  #bytes = Buffer.alloc(0);
  messages = [];

  /**
   * @param {string} program The path of `retrace-live`.
   * @param {string} folder The folder that contains the profile and the files of the host.
   */
  constructor(program, folder, environment = process.env) {
    this.process = spawn(program, [
      "host", "--profile", path.join(folder, "profile"), "--folder", path.join(folder, "live/firefox"), "--", "x",
    ], { stdio: ["pipe", "pipe", "ignore"], env: environment });
    this.ended = new Promise(done => { this.process.on("exit", done); });
    this.process.stdout.on("data", bytes => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      while (this.#bytes.length >= 4 && this.#bytes.length >= 4 + this.#bytes.readUInt32LE(0)) {
        const end = 4 + this.#bytes.readUInt32LE(0);
        this.messages.push(JSON.parse(this.#bytes.subarray(4, end)));
        this.#bytes = this.#bytes.subarray(end);
      }
    });
  }

  send(value) {
    const message = Buffer.from(JSON.stringify(value));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(message.length);
    this.process.stdin.write(Buffer.concat([length, message]));
  }

  /** Ends the host with a signal, or like a browser that quits. */
  async end(signal) {
    if (signal) this.process.kill(signal);
    else this.process.stdin.end();
    await this.ended;
  }
}
