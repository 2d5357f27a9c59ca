// Compiles a program with TypeScript, which must find the types next to retrace.mjs:
// node --test Tests/JavaScriptTests/types.test.mjs. Skipped if tsc is missing (Debian: node-typescript).
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { test } from "node:test"

const isMissing = spawnSync("tsc", ["--version"]).status !== 0 && "tsc is not installed"

test("a program compiles with the types", { skip: isMissing }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "retrace-types-"))
  try {
    const sources = path.resolve(import.meta.dirname, "../../Sources/JavaScript")
    for (const name of ["retrace.mjs", "retrace.d.mts"]) fs.copyFileSync(path.join(sources, name), path.join(folder, name))
    fs.copyFileSync(path.join(import.meta.dirname, "program.mts"), path.join(folder, "program.mts"))
    const { stdout, status } = spawnSync(
      "tsc", ["--strict", "--noEmit", "--target", "es2022", "--module", "node16", "program.mts"],
      { cwd: folder, encoding: "utf8" })
    assert.equal(stdout, "")
    assert.equal(status, 0)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
