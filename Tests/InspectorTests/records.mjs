// Records of events, as `retrace.proto` describes them.

const mask = (1n << 64n) - 1n
const keys = [0xA076_1D64_78BD_642Fn, 0xE703_7ED1_A0B4_28DBn, 0x8EBC_6AF0_9C88_C6E3n, 0x5899_65CC_7537_4CC3n]

/** Returns the checksum of fewer than 16 bytes, as in `Checksum.swift`. */
function checksum(bytes, sequence) {
  if (bytes.length >= 16) throw new Error("only for short records")
  const fold = (left, right) => {
    const product = left * right
    return (product >> 64n) ^ (product & mask)
  }
  const number = part => part.reduceRight((sum, byte) => sum << 8n | globalThis.BigInt(byte), 0n)
  const [low, high] = [number([...bytes.subarray(0, 8)]), number([...bytes.subarray(8)])]
  const second = fold(low ^ keys[3], high ^ globalThis.BigInt(bytes.length) ^ keys[1])
  const sum = fold(globalThis.BigInt(sequence) ^ keys[0] ^ keys[0], second ^ keys[1])
  return Number((sum ^ (sum >> 32n)) & 0xFFFF_FFFFn)
}

/** Returns a record of an event whose kind only a newer version knows. */
export function newerRecord(sequence) {
  // The time 1, and an empty body with the field number 900.
  const fields = Buffer.from([2 << 3, 1, 0xA2, 0x38, 0])
  const head = Buffer.alloc(5)
  head[0] = 0x0D
  head.writeUInt32LE(checksum(fields, sequence), 1)
  return Buffer.concat([head, fields])
}

/** Returns a short record after its length. */
export function delimited(record) { return Buffer.concat([Buffer.from([record.length]), record]) }
