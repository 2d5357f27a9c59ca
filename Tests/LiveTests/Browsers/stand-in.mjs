#!/usr/bin/env node
// A native host that only writes the messages of the extension to the file MESSAGES, one per line.
import fs from "node:fs";

let bytes = Buffer.alloc(0);
process.stdin.on("data", block => {
  bytes = Buffer.concat([bytes, block]);
  while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE()) {
    const end = 4 + bytes.readUInt32LE();
    fs.appendFileSync(process.env.MESSAGES, `${bytes.subarray(4, end)}\n`);
    bytes = bytes.subarray(end);
  }
});
process.stdin.on("end", () => { fs.appendFileSync(process.env.MESSAGES, '{"kind":"end"}\n'); });
