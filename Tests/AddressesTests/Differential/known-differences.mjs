// The differences of node 20 (ada 2.9) from the current URL Standard, with their reasons.
//
// If possible, a difference counts as known only if the results are the same when the reason is
// removed from the input. Sections are those of the URL Standard. `NodeDifferenceTests` has a row with
// the correct result for each reason.

import { domainToUnicode } from 'node:url'

const HREF = 0, ORIGIN = 1, HOSTNAME = 6, PORT = 7, PATHNAME = 8

/**
 * The reason for a difference. Undefined if none is known.
 *
 * `expected` returns node's result for another case.
 */
export function reasonFor(one, ours, theirs, expected) {
  const [own, other] = [plain(ours), plain(theirs)]
  if (same(own, other)) return spelling(ours, theirs)
  const reasons = [
    capitalSharpS, encodedLabels, emptyLabel, bidi, dotSegments, opaqueBase, setter,
  ]
  for (const reason of reasons) {
    const text = reason(one, own, other, changed => plain(expected(changed)))
    if (text) return text
  }
}

function same(left, right) { return JSON.stringify(left) === JSON.stringify(right) }

function withoutCarets(text) { return text.replaceAll('%5E', '^') }
function withoutLastSpaces(text) { return text.replace(/(%20| )+(?=$|[?#])/, '') }

/** The members without those bytes of the path that only one of the two encodes. */
function plain(members) {
  return members && members.map((text, place) =>
    place === HREF || place === PATHNAME ? withoutLastSpaces(withoutCarets(text)) : text)
}

function spelling(ours, theirs) {
  return withoutCarets(ours[PATHNAME]) === withoutCarets(theirs[PATHNAME])
    ? 'section 1.3: ^ is in the path percent-encode set; node leaves it'
    : 'section 4.4, opaque path state: a space before ? or # is encoded; node leaves it'
}

/** A case with every occurrence of a text replaced. */
function replaced({ ...one }, pattern, text) {
  one.input = one.input.replace(pattern, text)
  if (one.value) one.value = one.value.replace(pattern, text)
  return one
}

function capitalSharpS(one, ours, theirs, expected) {
  const small = ours && JSON.parse(JSON.stringify(ours).replaceAll('%E1%BA%9E', '%C3%9F'))
  if (!same(small, expected(replaced(one, /ẞ|%E1%BA%9E/gi, 'ß')))) return
  return 'UTS 46 since Unicode 15.1: capital sharp s is mapped to the small one; node makes it ss'
}

function encodedLabels(one, ours, theirs, expected) {
  if (!ours || sameHosts(ours, theirs)) return
  const renamed = replaced(one, /x([\t\r\n]*)n([\t\r\n]*)-([\t\r\n]*)-/gi, 'yn--')
  const text = JSON.parse(JSON.stringify(ours).replace(/xn--/gi, 'yn--'))
  const after = expected(renamed)
  const isRefused = !expected(start(one)) && expected(start(renamed))
  const hasItsHost = after && text[HOSTNAME] && text[HOSTNAME] === after[HOSTNAME]
  if (!isRefused && !hasItsHost && !same(text, after) && !same(ours, after)) return
  return 'section 3.3: a domain in ASCII is used unchanged; node rejects labels that are not Punycode'
}

function sameHosts(ours, theirs) {
  return ours?.[HOSTNAME] === theirs?.[HOSTNAME] && ours?.[ORIGIN] === theirs?.[ORIGIN]
}

/** A case before a member is set. */
function start({ input, base }) { return { input, base } }

function emptyLabel(one, ours, theirs) {
  const written = one.input + '\n' + (one.value ?? '')
  const decoded = written.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent)
  if (theirs?.[HOSTNAME] === ours?.[HOSTNAME] || !/xn--[^.。:/?#]*-([.。:/?#]|$)/im.test(decoded)) return
  return 'UTS 46, section 4: Punycode that contains only ASCII is an error; node accepts it'
}

function bidi(one, ours, theirs, expected) {
  if (sameHosts(ours, theirs)) return
  const hosts = [expected(start(one)), theirs].filter(members => members)
    .flatMap(members => [members[HOSTNAME], members[ORIGIN].replace(/^.*:\/\/|:\d+$/g, '')])
  if (!hosts.some(breaksBidiRule)) return
  return 'section 3.3, CheckBidi: the bidi rule (RFC 5893, section 2); node does not check all of it'
}

/** Whether a domain with right-to-left characters violates condition 1, 2, 5 or 6 of the rule. */
function breaksBidiRule(hostname) {
  const labels = domainToUnicode(hostname).split('.')
  const right = /[\u0590-\u08FF]/u, number = /[\u0660-\u0669]/u
  if (!labels.some(label => right.test(label))) return false
  return labels.some(label => {
    const [first] = label
    if (first === undefined) return false
    const isRightToLeft = right.test(first) && !number.test(first)
    const hasOthers = /\p{L}/u.test(label.replace(/[\u0590-\u08FF]/gu, ''))
    if (isRightToLeft) return hasOthers
    return !/\p{L}/u.test(first) || right.test(label) || !/[\p{L}\p{N}]\p{M}*$/u.test(label)
  })
}

function dotSegments(one, ours, theirs, expected) {
  if (!ours || !theirs) return
  const paths = [theirs[PATHNAME], expected(start(one))?.[PATHNAME]]
  if (paths.includes('') && /\.[\t\r\n]*\.|%2e/i.test(one.input + one.value)) {
    return 'section 4.4, path state: .. at the end leaves an empty segment; node leaves none'
  }
  if (ours[HREF].startsWith('file:') && /\/[a-z]:[^/]/i.test(theirs[PATHNAME])) {
    return 'section 4.1, shorten: only two characters are a drive letter; node keeps what begins with one'
  }
  if (/\/\.\.?(\/|$)/.test(theirs[PATHNAME]) && /\/\.[^./]/.test(theirs[PATHNAME])) {
    return 'section 4.4, path state: dot segments go; node keeps them after a name with a dot'
  }
}

function opaqueBase(one, ours, theirs) {
  if (ours || !theirs || !one.base || !isOpaque(one.base) || !/.#/s.test(one.input)) return
  return 'section 4.4, no scheme state: only a fragment is relative to an opaque path; node joins more'
}

function isOpaque(base) {
  const url = new URL(base)
  return url.host === '' && !url.pathname.startsWith('/')
}

function setter(one, ours, theirs) {
  if (!ours || !theirs || !one.member) return
  const value = one.value.replace(/[\t\r\n]/g, '')
  const losesPort = ours[PORT] && !theirs[PORT]
  if (one.member === 'port' && /^([^0-9]|$)/.test(value) && one.value && losesPort) {
    return 'section 4.4, port state: a value without a leading digit changes nothing; node removes the port'
  }
  if (one.member === 'protocol' && ours[PORT] === '0' && losesPort) {
    return 'section 4.4, scheme state: port 0 is not a default port; node treats it as one'
  }
  if (one.member === 'pathname' && ours[HREF].startsWith(theirs[HREF]) && ours[HREF].includes(':/.//')) {
    return 'section 6.1, pathname: the query stays; node drops it after a path that begins with //'
  }
  if (one.member === 'host' && value.startsWith(':') && theirs[HOSTNAME] === '') {
    return 'section 4.4, host state: a value that begins with a colon has no host; node empties it'
  }
  if (one.member.startsWith('host') && /^([/?#]|$)/.test(value) && ours[HREF].includes('://')) {
    return 'section 4.4, host state: an empty host is a host; node leaves a URL without an authority unchanged'
  }
  if (one.member === 'host' && losesPort) {
    return 'section 4.4, port state: a host comes with its port; node drops it if there was no host'
  }
}
