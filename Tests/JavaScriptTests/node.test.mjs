// Runs the checks in node: node --test Tests/JavaScriptTests/node.test.mjs. RETRACE_JAVASCRIPT names the folder with
// retrace.mjs and the modules, by default .build/javascript.
import assert from "node:assert/strict"
import fs from "node:fs"
import path from "node:path"
import { test } from "node:test"
import { pathToFileURL } from "node:url"
import checks from "./checks.mjs"

const root = path.resolve(import.meta.dirname, "../..")
const built = path.resolve(process.env.RETRACE_JAVASCRIPT ?? path.join(root, ".build/javascript"))
const { load, lookModule, actModule } = await import(pathToFileURL(path.join(built, "retrace.mjs")))
const context = {
  look: await load(), act: await load(actModule),
  folds: JSON.parse(fs.readFileSync(path.join(root, "Tests/TimelineTests/Golden/folds.json"), "utf8")),
}

for (const { name, run } of checks) test(name, () => run(context))

test("a module that is missing is reported", async () => {
  await assert.rejects(load(new URL("missing.wasm", pathToFileURL(built + "/"))))
  await assert.rejects(load(new Uint8Array([1, 2, 3])))
})

test("the modules import nothing, and export the same calls", async () => {
  const [look, act] = await Promise.all([lookModule, actModule].map(async url => WebAssembly.compile(fs.readFileSync(url))))
  assert.deepEqual(WebAssembly.Module.imports(look), [])
  assert.deepEqual(WebAssembly.Module.imports(act), [])
  const names = module => WebAssembly.Module.exports(module).map(each => each.name)
  for (const name of names(look)) assert.ok(names(act).includes(name), name)
})

test("the types name every public member", () => {
  const types = fs.readFileSync(path.join(built, "retrace.d.mts"), "utf8")
  const log = context.act.open()
  log.perform({ action: "open", address: "a.example" })
  const [tab] = log.at().tabs
  for (const object of [log, tab]) {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) {
      if (["constructor", "toJSON", "rows", "entryRows"].includes(name)) continue
      assert.match(types, new RegExp(`\\b${name}\\b`), name)
    }
  }
})
