// The inspector that the popup requests, with a host but without a browser.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { program, until } from "./browsers.mjs";
import { Host } from "./host.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const programs = path.dirname(program);
const missing = [path.join(programs, "retrace-live"), path.join(programs, "retrace-exchange"),
  path.join(root, ".build/javascript/inspector.html")]
  .filter(file => !fs.existsSync(file)).map(file => `${file} is missing`)[0] ?? false;

let requests = 0;

/** Asks for the inspector, and returns the answer. */
function inspect(host) {
  const number = ++requests;
  host.send({ kind: "ask", question: "inspect", popup: "p", number });
  return until(() => host.messages.find(answer => answer.kind === "answer" && answer.number === number), "the answer");
}

/** Whether the server of a page has ended. */
const hasEnded = address => fetch(new URL(address).origin).then(() => false, () => true);

describe("the inspector for the popup", { skip: missing }, () => {
  let folder;
  before(() => { folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-inspector-")); });
  after(() => { fs.rmSync(folder, { recursive: true, force: true }); });

  test("each request has an address of its own, and only the newest server runs", async () => {
    const host = new Host(path.join(programs, "retrace-live"), folder);
    const first = (await inspect(host)).inspector;
    assert.match(first, /^http:\/\/127\.0\.0\.1:\d+\/\?key=[0-9a-f]{32}$/);
    assert.equal((await fetch(first)).status, 200);
    const second = (await inspect(host)).inspector;
    assert.notEqual(second, first);
    assert.equal((await fetch(second)).status, 200);
    await until(() => hasEnded(first), "the end of the first server");
    await host.end();
    await until(() => hasEnded(second), "the end of the second server");
  });

  test("the server ends when the host is killed", async () => {
    const host = new Host(path.join(programs, "retrace-live"), folder);
    const { inspector } = await inspect(host);
    await host.end("SIGKILL");
    await until(() => hasEnded(inspector), "the end of the server");
  });

  test("the popup receives the reason why there is no page", async () => {
    const alone = path.join(folder, "bin");
    fs.mkdirSync(alone);
    fs.copyFileSync(path.join(programs, "retrace-live"), path.join(alone, "retrace-live"));
    const host = new Host(path.join(alone, "retrace-live"), folder, { ...process.env, PATH: "/nowhere" });
    const first = await inspect(host);
    assert.match(first.notice, /^The program retrace-exchange, .* is neither next to retrace nor on PATH\.$/);
    assert.equal(first.inspector, undefined);
    // A program without the files of the page.
    fs.copyFileSync(path.join(programs, "retrace-exchange"), path.join(alone, "retrace-exchange"));
    assert.match((await inspect(host)).notice, /^The files of the page are not installed\./);
    await host.end();
  });
});
