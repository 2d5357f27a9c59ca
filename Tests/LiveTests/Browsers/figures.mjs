// Measures connected browsers, and prints a line of JSON for each figure: its name, unit, values and
// goal. retrace-bench runs it. Usage: node --experimental-websocket figures.mjs RETRACE
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { until } from "./browsers.mjs";
import { DrivenChromium, DrivenFirefox } from "./driven.mjs";
import { startSite } from "./site.mjs";

const program = path.resolve(process.argv[2]);
const print = (name, unit, goal, ...values) => { console.log(JSON.stringify({ name, unit, goal, values })); };
const pause = milliseconds => new Promise(done => { setTimeout(done, milliseconds); });

/** The processor time of a process in milliseconds, and its resident memory in megabytes. */
function usage(process) {
  const words = fs.readFileSync(`/proc/${process}/stat`, "utf8").split(") ")[1].split(" ");
  const memory = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${process}/status`, "utf8"))[1];
  return { milliseconds: 10 * (Number(words[11]) + Number(words[12])), megabytes: Number(memory) / 1024 };
}

function host(profile) {
  return fs.readdirSync("/proc").find(process => {
    try {
      const words = fs.readFileSync(`/proc/${process}/cmdline`, "utf8").split("\0");
      return words.includes("host") && words.includes(profile);
    } catch {
      return false;
    }
  });
}

async function measure(Kind) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-figures-"));
  const environment = { ...process.env, HOME: path.join(folder, "home") };
  fs.mkdirSync(environment.HOME);
  const browser = new Kind(folder);
  const profile = path.join(environment.HOME, ".local/share/retrace", browser.name);
  const retrace = (...words) =>
    execFileSync(program, words, { env: environment, encoding: "utf8", maxBuffer: 1 << 28 });
  const ask = (...words) => JSON.parse(retrace("--profile", profile, "--json", ...words));
  const site = await startSite();
  const options = browser.userDataFolder ? ["--user-data-dir", browser.userDataFolder] : [];
  retrace("live", "install", browser.name, ...options);
  await browser.open(environment);
  await until(() => fs.existsSync(profile), "the profile");
  let strip = await browser.strip();
  await browser.openTab(strip[0], site.page("/first"));
  await until(async () => {
    strip = await browser.strip().catch(() => []);
    return strip[0]?.tabs.at(-1).urls.at(-1)?.endsWith("/first");
  }, "a page");
  const tab = strip[0].tabs.at(-1);
  const run = expression => browser.runIn(tab, expression);
  await until(() => ask("tabs").tabs.length === 2, "two tabs");

  // Events, one after the other, each recorded before the next one.
  const count = 100;
  const shown = new Map();
  for (let number = 1; number <= count; number += 1) {
    shown.set(`/event-${number}`, await run(`(history.pushState(1, "", "/event-${number}"), Date.now())`));
    await pause(150);
  }
  const times = new Map();
  await until(() => {
    for (const { url, time } of ask("log", "--limit", "400").events) {
      if (url) times.set(new URL(url).pathname, Date.parse(time));
    }
    return times.has(`/event-${count}`);
  }, "the last event");
  const latencies = [...shown].map(([place, time]) => times.get(place) - time).filter(Number.isFinite);
  latencies.sort((one, other) => one - other);
  print(`${browser.name}: an event`, "ms", 50, ...latencies);
  print(`${browser.name}: 99 of 100 events`, "ms", 250, latencies[Math.floor(0.99 * (latencies.length - 1))]);

  // Orders. The page notes the time in the document, because scripts of Firefox's remote control have
  // other globals.
  await run("void addEventListener('popstate', () => { document.body.dataset.arrival = Date.now(); })");
  const orders = [];
  for (let number = 0; number < 30; number += 1) {
    await run("void (document.body.dataset.arrival = '')");
    retrace("--profile", profile, number % 2 === 0 ? "back" : "forward");
    const arrival = Number(await until(() => run("document.body.dataset.arrival"), "the order"));
    const [event] = ask("log", "--limit", "1").events;
    orders.push(arrival - Date.parse(event.time));
  }
  print(`${browser.name}: an order`, "ms", 100, ...orders);

  // The idle host.
  await pause(3_000);
  const former = usage(host(profile));
  await pause(10_000);
  const now = usage(host(profile));
  print(`${browser.name}: the idle host's memory`, "MB", 40, now.megabytes);
  print(`${browser.name}: the idle host's processor time`, "ms", 0, now.milliseconds - former.milliseconds);

  if (browser.extensionSession) {
    const session = await browser.extensionSession();
    await browser.remote.call("Profiler.enable", {}, session);
    await browser.remote.call("Profiler.start", {}, session);
    for (let number = 0; number < count; number += 1) {
      await run(`history.pushState(1, "", "/profiled-${number}")`);
      await pause(50);
    }
    const { profile: { nodes, samples, timeDeltas } } =
      await browser.remote.call("Profiler.stop", {}, session);
    const idle = new Set(nodes.filter(({ callFrame }) =>
      ["(idle)", "(program)", "(root)"].includes(callFrame.functionName)).map(({ id }) => id));
    const busy = timeDeltas.filter((_, place) => !idle.has(samples[place])).reduce((sum, time) => sum + time, 0);
    print(`${browser.name}: the extension`, "ms", 5, busy / 1_000 / count);
  }
  await browser.kill();
  site.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

/** The time in which a host answers the first message of a browser with 300 tabs that it knows. */
async function measureStart() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-figures-"));
  const tabs = first => Array.from({ length: 300 }, (_, index) => ({
    id: first + index, windowId: 1, index, url: `https://site-${index % 40}.example/page/${index}`,
    title: `Page ${index}`, status: "complete", active: index === 0, pinned: false,
  }));
  async function connect(first) {
    const host = spawn(path.join(path.dirname(program), "retrace-live"),
      ["host", `--profile=${folder}/profile`, "--", "browser"], { stdio: ["pipe", "pipe", "inherit"] });
    const hello = Buffer.from(JSON.stringify({
      kind: "hello", version: 1, browser: "chromium", profile: "figures",
      strip: { windows: [{ id: 1, focused: true, state: "normal", tabs: tabs(first) }], groups: [] },
      looks: tabs(first).slice(0, 1).map(({ id, url }) => ({
        tab: id, look: { url, title: "", length: 1, key: "a", type: "push", near: [["a", url]] },
      })),
    }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(hello.length);
    await pause(500);
    const start = performance.now();
    const answered = new Promise(done => {
      let text = "";
      host.stdout.on("data", bytes => {
        text += bytes.toString("latin1");
        if (text.includes("\"ids\"")) done(performance.now() - start);
      });
    });
    host.stdin.write(Buffer.concat([length, hello]));
    const time = await answered;
    host.stdin.end();
    await new Promise(done => { host.on("exit", done); });
    return time / 1_000;
  }
  await connect(1);
  const values = [];
  for (let round = 1; round <= 5; round += 1) values.push(await connect(1_000 * round));
  print("300 tabs at a start", "s", 2, ...values);
  fs.rmSync(folder, { recursive: true, force: true });
}

await measureStart();
for (const Kind of [DrivenChromium, DrivenFirefox]) await measure(Kind);
