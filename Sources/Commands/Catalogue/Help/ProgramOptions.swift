package import CommandKit

/// The options of the program, which come before the command.
package enum ProgramOptions {
  package static let all: [CommandOption] = [
    .value("profile", letter: "p", "DIR", .profile, "use the profile in this folder"),
    .flag("memory", "store nothing on disk"),
    .flag("read-only", "open the profile without writing to it"),
    .value("at", "POINT", .point, "show that moment; see “help at”"),
    .value("branch", "NAME", .branch, "start on that branch"),
    .value(
      "command", letter: "c", "COMMAND", .text, isRepeatable: true,
      "run this command line; repeatable, in order"),
    .value(
      "file", letter: "f", "FILE", .file, isRepeatable: true,
      "run a script; - is standard input"),
    .value("as", "NAME", .word, "act as this program; “log --by NAME” lists its actions"),
    .flag("keep-going", "continue after a command that fails"),
    .flag(
      "echo",
      "print the lines of a script before their answers; with --json, on standard error"),
    .flag("json", "print one JSON document for each command, on one line"),
    .value(
      "color", "WHEN", .choice(Style.When.allCases.map(\.rawValue)),
      "use colours: auto, always or never"),
    .value(
      "clock", "START[+STEP]", .word, "use this clock, such as 2026-01-01T00:00:00Z+1s"),
    .flag("no-rc", "start the prompt without running ~/.config/retrace/retracerc"),
    .flag("yes", letter: "y", "answer yes to confirmations"),
    .flag("version", "print the version"),
    .flag("help", letter: "h", "print this help"),
    .flag("man", "print the manual page, for “man -l -”; “--man log” prints that of the log"),
  ]
}
