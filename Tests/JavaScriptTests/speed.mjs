// Measures retrace.mjs in node: node Tests/JavaScriptTests/speed.mjs RECORDS, with a file of “retrace export records”. Prints
// milliseconds of processor time, of the fastest of ten runs. The first runs also compile the module.
import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"

const root = path.resolve(import.meta.dirname, "../..")
const built = path.resolve(process.env.RETRACE_JAVASCRIPT ?? path.join(root, ".build/javascript"))
const { load, actModule } = await import(pathToFileURL(path.join(built, "retrace.mjs")))
const [look, act] = [await load(), await load(actModule)]
const records = process.argv[2] ? fs.readFileSync(process.argv[2]) : new Uint8Array(0)
const best = new Map()

function measure(name, work) {
  const begin = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(begin)
  best.set(name, Math.min(best.get(name) ?? Infinity, (user + system) / 1000))
  return result
}

for (let run = 0; run < 10; run++) {
  const acting = act.open()
  measure("perform 1,000 open actions", () => {
    for (let number = 0; number < 1000; number++) acting.perform({ action: "open", url: `https://example.com/page/${number}` })
  })
  acting.close()
  const log = look.open()
  measure("append the records", () => { log.append(records) })
  measure("fold, and store states", () => { log.fold() })
  measure("list the moments", () => log.moments())
  let random = 1
  measure("show 100 random moments", () => {
    for (let left = log.newest > 0 ? 100 : 0; left > 0; left--) {
      random = random * 48_271 % 0x7fff_ffff
      void log.at(1 + random % log.newest).tabs.length
    }
  })
  if (run === 0) console.log(`${log.newest} events, ${log.at().tabs.length} tabs`)
  log.close()
}
for (const [name, milliseconds] of best) console.log(`${milliseconds.toFixed(1).padStart(8)} ms  ${name}`)
