// Compares the URL parser and its setters with those of node on random inputs.
//
//     swift build -c release --product URLProbe
//     node Tests/AddressesTests/Differential/compare-with-node.mjs .build/release/URLProbe
//
// Options: --count N inputs (1000000), --seed S, --rows FILE for a JSON table of the standard's own
// suite, whose inputs are mutated too. Differences with a known reason are counted by reason. Other
// differences are printed, and the exit status is 1. The tables of the tests contain the findings.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { reasonFor } from './known-differences.mjs'
import { Random } from './random.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    rows: { type: 'string' },
  },
})

const members = [
  'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
  'search', 'hash',
]
const settable = members.filter(name => name !== 'origin')

const pieces = [
  'http:', 'https:', 'file:', 'ws:', 'ftp:', 'x:', 'non-special:', 'mailto:', 'data:', 'blob:',
  '//', '/', '\\', '.', '..', '/.', '/..', '%2e', '%2E%2e', '?', '#', '@', ':', '[', ']', '::',
  '::1', '[::1]', '1', '0', '07', '0x7f', '127', '255.', '1.2.3.4', '256', '65535', '65536', ':80',
  ':443', ':0', 'C:', 'c|', 'a', 'Z', 'example', '.com', 'ü', 'ß', 'ẞ', 'ς', '東', '。', '\u{AD}',
  '\u{301}', '\u{3002}', 'xn--', 'xn--mnchen-3ya', '-', '_', ' ', '\t', '\n', '\r', '%', '%41', '%zz',
  '%C3%BC', '%00', "'", '"', '|', '^', '`', '{', '}', '<', '>', '~', '!', '$', '&', '(', ')', '*',
  '+', ',', ';', '=', 'localhost', 'א', 'ا', '١', '\u{200D}', '\u{200C}', '\0', '\u{1F}', '\u{7F}',
  '\u{80}', '\u{FFFD}', '\u{FFFF}', '😀', 'user:pass@', 'path', 'a=b', 'Ａ', '①', 'ﬁ',
]
const bases = [
  'https://example.org/a/b?c#d', 'http://u:p@h:8080/x/', 'file:///C:/d/e', 'file://host/share/x',
  'file:///', 'x:/.//p', 'x:o', 'x://h:1/p/q?r', 'x:///', 'mailto:a@b', 'ws://[::1]/', 'data:,a b ',
]
const starts = [
  'https://user:pass@example.org:8080/path/to/file.html?query=1&b=2#fragment',
  'http://1.2.3.4/', 'http://[2001:db8::1]:81/', 'file:///C:/Users/x', 'mailto:a@b.example',
  'data:text/plain,hello world', 'x://host:1/a/../b', 'blob:https://example.org/1-2-3',
  'https://xn--mnchen-3ya.example/%C3%BC?%F0%9F%98%80', 'https://münchen.example/', 'about:blank',
]

/** The inputs of a table of the suite. Plain strings in the table are comments. */
function inputs(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
    .map(row => row.input).filter(input => typeof input === 'string' && input.isWellFormed())
}

const random = new Random(BigInt(options.seed))
const seeds = starts.concat(options.rows ? inputs(options.rows) : [])

function joined() {
  let text = ''
  for (let left = 1 + random.below(8); left > 0; left--) text += random.pick(pieces)
  return text
}

/** A seed with a few pieces inserted, removed, duplicated or overwritten. */
function mutated() {
  let characters = [...random.pick(seeds)]
  for (let left = 1 + random.below(4); left > 0; left--) {
    const place = random.below(characters.length + 1)
    const length = random.below(4)
    const some = characters.slice(place, place + length)
    switch (random.below(4)) {
      case 0: characters.splice(place, 0, ...random.pick(pieces)); break
      case 1: characters.splice(place, length); break
      case 2: characters.splice(place, 0, ...some); break
      default: characters.splice(place, length, ...random.pick(pieces))
    }
  }
  return characters.join('')
}

function nextCase() {
  const one = { input: random.below(3) === 0 ? joined() : mutated() }
  if (random.below(3) === 0) one.base = random.pick(bases)
  if (random.below(3) === 0) {
    one.member = random.pick(settable)
    one.value = random.below(8) === 0 ? '' : joined()
  }
  return one
}

/** Node's result. */
function expected({ input, base, member, value }) {
  try {
    const url = new URL(input, base)
    if (member === 'href') { try { url.href = value } catch {} } else if (member) url[member] = value
    return members.map(name => url[name])
  } catch {
    return null
  }
}

const probe = spawn(positionals[0], { stdio: ['pipe', 'pipe', 'inherit'] })
const answers = createInterface({ input: probe.stdout })[Symbol.asyncIterator]()
const reasons = new Map()
let unexplained = 0

function compare(one, ours) {
  const theirs = expected(one)
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return
  const reason = reasonFor(one, ours, theirs, expected)
  if (reason) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  } else if (++unexplained <= 40) {
    console.log(JSON.stringify({ ...one, retrace: ours?.[0] ?? null, node: theirs?.[0] ?? null }))
    for (const [place, name] of members.entries()) {
      if (place > 0 && ours && theirs && ours[place] !== theirs[place]) {
        console.log(`  ${name}: ${JSON.stringify(ours[place])}, node ${JSON.stringify(theirs[place])}`)
      }
    }
  }
}

const count = Number(options.count)
for (let done = 0; done < count;) {
  const cases = Array.from({ length: Math.min(1000, count - done) }, nextCase)
  probe.stdin.write(cases.map(one => JSON.stringify(one) + '\n').join(''))
  for (const one of cases) {
    const { value, done: ended } = await answers.next()
    if (ended) throw new Error(`The probe ended at ${JSON.stringify(one)}`)
    compare(one, JSON.parse(value))
  }
  done += cases.length
}
probe.stdin.end()

console.log(`${count} inputs, seed ${options.seed}, node ${process.version}: ${unexplained} unexplained`)
for (const [reason, number] of [...reasons].sort((a, b) => b[1] - a[1])) {
  console.log(`${String(number).padStart(8)}  ${reason}`)
}
process.exitCode = unexplained > 0 ? 1 : 0
