internal import CommandKit
internal import Notation
internal import Platform

/// The command that serves other programs.
enum ServeCommands {
  static let all: [ConsoleCommand] = [serve]

  private static let serve = CommandCatalogue.command(
    CommandDeclaration(
      "serve", in: .data, .mayWrite, "let other programs use the profile over JSON-RPC",
      details: [
        "Every command is a method of the same name, with its arguments and options as named "
          + "parameters; its JSON is the result. Messages are JSON-RPC 2.0, one per line, in "
          + "UTF-8, on standard input and output, or on a Unix socket that only this user may use.",
        "The first message must be {\"jsonrpc\":\"2.0\", \"id\":1, \"method\":\"hello\", "
          + "\"params\":{\"versions\":[1], \"name\":\"tidier\"}}. The log shows the program under "
          + "this name.",
        "An integer is an id: {\"tabs\":[7]}. A string is a position (\"2:3\"), an id (\"#7\"), or "
          + "words. Refer to things by their ids, because positions may change. Commands that "
          + "close or change a tab or a window must name it, because programs have no active tab.",
        "In addition to its arguments, a command accepts “ifAt”, the newest event that the client "
          + "knows. The command is refused if something that it refers to has changed since. It "
          + "also accepts “key”: the command is performed only once per key, no matter how often "
          + "it is sent. A key that was used for a different request is refused.",
        "“at” and “branch” apply to one request: {\"at\":\"-5\"} reads an earlier moment, and "
          + "{\"branch\":\"idea\"} reads and changes a branch. Long lists have parts: “limit” is the "
          + "number of rows, and “after” continues with the “next” of the previous answer. “fields” "
          + "selects the members of each row: {\"fields\":[\"id\",\"title\"]}.",
        "The answer to hello contains “run”, which distinguishes this run from other programs with "
          + "the same name. Methods that take a path on this machine, such as “backup”, require the "
          + "option --allow-files.",
        "“subscribe” (with “since”, an event, or “cursor”, a name) reports changes with “changed”: the "
          + "branch, its commits and changes, and the commits “elsewhere”. "
          + "“acknowledge” moves a cursor. “cancel” cancels a request that has not begun, given "
          + "its “id”.",
        "“engine” is for a program that shows pages. It returns the commands for the view of each "
          + "tab (load, travel, restore a list, zoom, close), and later sends new commands. The "
          + "program reports events with “report”, which update the session.",
        "Each client has its own branch and shows its own moment (“switch”, “at”). "
          + "Private windows are served only to a client without a socket that sends hello with "
          + "{\"private\":true}.",
        "Messages can be batches, which are arrays of requests. “perform” performs several commands "
          + "as one action with a name. “undoTitles” describes what undo and redo would revert. "
          + "“rpc.discover” and “help --schema” describe all methods, in OpenRPC.",
      ],
      options: [
        .value("socket", "PATH", .file, "serve any number of clients on this socket, until Ctrl-C"),
        .flag("allow-files", "let clients name files and folders of this machine, as for “backup”"),
      ],
      examples: [
        .init("serve", "serve the program that started Retrace"),
        .init("serve --socket ~/.retrace.sock", "serve programs of this user"),
      ])
  ) { context, arguments throws in
    if context.isServed {
      throw CommandError("notAllowed", "A server is running already.")
    }
    let path = arguments.text("socket")
    if path == nil, !context.isOneCommand || Descriptor.standardInput.isTerminal {
      throw CommandError(
        "notAllowed",
        "Standard input is a terminal: start “retrace serve” from a program, or name a --socket.",
        status: .usage)
    }
    context.allowsFiles = arguments.has("allow-files")
    var answer = Answer.nothing
    answer.served = path.map(ServedPlace.socket) ?? .standardInput
    return answer
  }
}
