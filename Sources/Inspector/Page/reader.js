import { load } from "./retrace.mjs"
import { pause } from "./text.js"

/**
 * Opens the log of a source. Returns the log with the problems of its data, one sentence each.
 *
 * The fold is done in slices, so the page stays usable.
 */
export async function openLog(source, onProgress) {
  if (!globalThis.WebAssembly) throw new Error("This browser has no WebAssembly, which this page needs to read the log.")
  let module
  try {
    module = await load(await source.module())
  } catch (error) {
    throw new Error(`This browser could not load the module that reads the log. ${error.message}`, { cause: error })
  }
  const log = module.open()
  const problems = []
  try {
    await source.read(piece => { log.append(piece) })
  } catch (error) {
    if (!log.isOpen) throw error
    problems.push(`The end of the log is missing or damaged. ${error.message ?? ""}`)
  }
  await foldAll(log, onProgress)
  if (log.isCut) problems.push("The log is cut: its last record is incomplete.")
  if (log.damaged > 0) {
    problems.push(`${log.damaged} of ${log.count} records are damaged and left out. Every record after a missing record `
      + "counts as damaged.")
  }
  if (log.unknown > 0) {
    problems.push(`A newer version of Retrace wrote ${log.unknown} of the events. Their effects are not shown.`)
  }
  return { log, problems }
}

/** Folds all appended records. */
export async function foldAll(log, onProgress) {
  for (;;) {
    log.fold({ atMost: 50_000 })
    if (log.newest >= log.count) return
    onProgress(log.newest, log.count)
    await pause()
  }
}
