// Builds the Debian package, and starts the installed browsers as if it were installed: its files
// are visible only to them. Needs root for that.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { installed, until } from "./browsers.mjs";
import { startSite } from "./site.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const run = (program, ...words) => execFileSync(program, words, { cwd: root, encoding: "utf8" });

describe("package", { skip: process.getuid() !== 0 && "only root can show files to a single program" }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-package-"));
  const files = path.join(folder, "files");
  let site;
  let list;

  /** Shows the files of the package to a program. */
  const wrapper = ["unshare", "--mount", "sh", "-c",
    `for place in usr etc; do mount -t overlay -o lowerdir=${files}/$place:/$place overlay /$place; done; exec "$@"`,
    "sh"];

  before(async () => {
    const key = path.join(folder, "key.pem");
    run("openssl", "genrsa", "-out", key, "2048");
    const file = execFileSync("Sources/Live/package", ["--key", key, "--output", folder], {
      cwd: root, encoding: "utf8",
      env: { CONFIGURATION: "debug", ...process.env, DPKG_DEB_COMPRESSOR_TYPE: "none" },
    }).trim();
    list = run("dpkg-deb", "--contents", file);
    run("dpkg-deb", "--extract", file, files);
    site = await startSite();
  });

  after(() => {
    site?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test("the package has the files of both browsers", () => {
    for (const name of [
      "/usr/bin/retrace-live", "/usr/lib/retrace/live-firefox", "/usr/lib/retrace/live-chromium",
      "/live@retrace.dev/manifest.json", "/usr/lib/mozilla/native-messaging-hosts/dev.retrace.live.json",
      "/usr/share/retrace/chromium/retrace.crx", "/etc/chromium/policies/managed/retrace.json",
      "/etc/chromium/native-messaging-hosts/dev.retrace.live.json", "/usr/share/man/man1/retrace.1",
    ]) assert.ok(list.includes(name), name);
    assert.doesNotMatch(list, /usr\/share\/chromium\/extensions/);
  });

  for (const Kind of installed) {
    test(`${Kind.name} is connected without a click`, async () => {
      const browser = new Kind(path.join(folder, Kind.name));
      Object.assign(browser, { loadsExtension: false, wrapper });
      const environment = { HOME: path.join(folder, "home") };
      fs.mkdirSync(environment.HOME, { recursive: true });
      const [program, ...words] = wrapper;
      const retrace = (...command) => execFileSync(program, [...words, "retrace", ...command], {
        env: { PATH: process.env.PATH, ...environment }, encoding: "utf8",
      });
      await browser.open({ XDG_DATA_HOME: "", XDG_CONFIG_HOME: "", ...environment });
      try {
        const profile = path.join(environment.HOME, ".local/share/retrace", browser.name);
        await until(() => fs.existsSync(profile), "the profile", 60_000);
        const [state] = JSON.parse(retrace("live", "--json")).live.filter(({ browser: name }) => name === browser.name);
        assert.deepEqual(state, {
          browser: browser.name, profile, connected: true, paused: false, missing: [], unknownPages: 0, notices: [],
        });
        await browser.newTab(site.page("/packaged"));
        await until(() => retrace("--profile", profile, "tabs", "--all").includes("/packaged"), "the tab");
        assert.throws(() => retrace("live", "remove", browser.name), /Remove the package/);
      } finally {
        await browser.kill();
      }
    });
  }
});
