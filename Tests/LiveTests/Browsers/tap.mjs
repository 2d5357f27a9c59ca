// Starts a native host and appends the messages between it and the browser to a file, one a line:
// node tap.mjs FILE PROGRAM ARGUMENT...
import { spawn } from "node:child_process";
import fs from "node:fs";

const [file, program, ...words] = process.argv.slice(2);
const host = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });

/** Passes bytes on, and writes each message that they complete to the file. */
function copy(from, to, direction) {
  let bytes = Buffer.alloc(0);
  from.on("data", part => {
    to.write(part);
    bytes = Buffer.concat([bytes, part]);
    while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE()) {
      const end = 4 + bytes.readUInt32LE();
      fs.appendFileSync(file, `${new Date().toISOString()} ${direction} ${bytes.subarray(4, end)}\n`);
      bytes = bytes.subarray(end);
    }
  });
  from.on("end", () => to.end());
}

copy(process.stdin, host.stdin, ">");
copy(host.stdout, process.stdout, "<");
host.on("exit", status => process.exit(status ?? 1));
