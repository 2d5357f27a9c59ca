// Navigates a tab at random in Chromium, and compares the list in the profile with the browser's own
// after each step. Usage: node --experimental-websocket agreement.mjs [STEPS] [SEED]
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Chromium, until } from "./browsers.mjs";
import { startSite } from "./site.mjs";

const program = process.env.RETRACE ?? path.resolve(import.meta.dirname, "../../../.build/debug/retrace");
const steps = Number(process.argv[2] ?? 200);
let seed = Number(process.argv[3] ?? 1);

/** A pseudo-random number below a limit. */
function random(limit) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >> 8) % limit;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-agreement-"));
const environment = { ...process.env, HOME: path.join(folder, "home") };
fs.mkdirSync(environment.HOME);
const browser = new Chromium(folder);
const profile = path.join(environment.HOME, ".local/share/retrace/chromium");
const site = await startSite();
execFileSync(program, ["live", "install", "chromium", "--user-data-dir", browser.userDataFolder], {
  env: environment,
});
await browser.open(environment);
await until(() => fs.existsSync(profile), "the profile");
const tab = await browser.newTab(site.page("/0"));

let count = 0;
const fresh = () => `/${count += 1}`;
const run = expression => browser.run(tab, expression);
const goTo = url => run(`location.href = ${JSON.stringify(url)}`);
const actions = {
  load: () => goTo(site.page(fresh())),
  loadElsewhere: () => goTo(site.otherPage(fresh())),
  redirect: () => goTo(site.page(`/redirect${fresh()}`)),
  push: () => run(`history.pushState(1, "", "${fresh()}")`),
  burst: () => run(`for (const place of [1, 2, 3]) history.pushState(1, "", "${fresh()}-" + place)`),
  replaceState: () => run(`history.replaceState(1, "", "${fresh()}")`),
  replace: () => run(`location.replace(${JSON.stringify(site.page(fresh()))})`),
  replaceElsewhere: () => run(`location.replace(${JSON.stringify(site.otherPage(fresh()))})`),
  fragment: () => run(`location.hash = "h${count += 1}"`),
  reload: () => run("location.reload()"),
  sameAddress: () => goTo("location.href").catch(() => {}),
  back: () => run("history.back()"),
  forward: () => run("history.forward()"),
  go: () => run(`history.go(${random(9) - 4})`),
};

const show = ({ urls, index }) => urls.map((url, place) => {
  const name = url.replace(/^http:\/\/127[^/]*/, "").replace(/^http:\/\/localhost[^/]*/, "x");
  return place === index ? `[${name}]` : name;
}).join(" ");

/** The browser's list. It cannot be read while a page is replaced by one of another origin. */
const theirs = async () => show(await until(() => browser.history(tab).catch(() => null), "the list"));
function ours() {
  const { tabs } = JSON.parse(execFileSync(program, ["-p", profile, "--json", "tabs", "--all"]));
  const { entries, index } = tabs.at(-1).history;
  return show({ urls: entries.map(({ url }) => url), index });
}

let faults = 0;
for (let step = 1; step <= steps; step += 1) {
  const names = Object.keys(actions);
  const name = names[random(names.length)];
  const before = await theirs();
  await actions[name]().catch(() => {});
  await new Promise(done => { setTimeout(done, 150); });
  const isEqual = await until(async () => ours() === await theirs(), name, 3_000).catch(() => false);
  if (!isEqual) {
    faults += 1;
    console.log(`step ${step}, ${name}\n  before ${before}\n  theirs ${await theirs()}\n  ours   ${ours()}`);
    if (faults > 5) break;
  }
}
console.log(`${faults} faults in ${steps} steps`);
await browser.kill();
site.stop();
process.exit(faults === 0 ? 0 : 1);
