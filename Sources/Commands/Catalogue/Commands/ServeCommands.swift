package import CommandKit
internal import Notation
internal import Platform

/// The command that serves other programs.
package enum ServeCommands {
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
        "--mcp serves an agent over the Model Context Protocol instead, with 29 tools. By default, "
          + "the agent works on a branch of its own and proposes the changes, and sees only open "
          + "tabs, groups and its own actions. With --scope act, it may change your tabs. "
          + "--scope +closed+bookmarks+history also shows it closed tabs, bookmarks, and visits and "
          + "the past.",
      ],
      options: [
        .value("socket", "PATH", .file, "serve any number of clients on this socket, until Ctrl-C"),
        .flag("allow-files", "let clients name files and folders of this machine, as for “backup”"),
        .flag("mcp", "serve an agent over the Model Context Protocol"),
        .value("as", "NAME", .agent, "with --mcp: the name of the agent in the log"),
        .value(
          "scope", "SCOPE", .word,
          "with --mcp: propose (default) or act, and +closed, +bookmarks, +history"),
        .value(
          "tools", "SET", .choice(["read", "all"]), "with --mcp: only tools that read, or all tools"
        ),
        .flag("allow-forget", "with --mcp: let the agent prepare forget requests"),
        .flag("ask-here", "with --mcp: let the agent's program ask you to approve proposals"),
      ],
      exclusive: [["socket", "mcp"], ["allow-files", "mcp"]],
      examples: [
        .init("serve", "serve the program that started Retrace"),
        .init("serve --socket ~/.retrace.sock", "serve programs of this user"),
        .init("serve --mcp --as tidier", "serve an agent, which proposes changes"),
        .init("serve --mcp --scope act+closed", "serve an agent that may change your tabs"),
      ])
  ) { context, arguments throws in
    if context.isServed {
      throw CommandError("notAllowed", "A server is running already.")
    }
    let isAgent = arguments.has("mcp")
    for name in agentOptions where !isAgent && arguments.has(name) {
      throw CommandError("conflict", "--\(name) requires --mcp.", status: .usage)
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
    if isAgent {
      var access = try AgentAccess(arguments)
      access.name = access.name ?? context.agent
      answer.served = .agent(access)
      return answer
    }
    answer.served = path.map(ServedPlace.socket) ?? .standardInput
    return answer
  }

  private static let agentOptions = ["as", "scope", "tools", "allow-forget", "ask-here"]

  /// Returns the rights of the agent that a command serves, or nil if it is another command.
  package static func agentAccess(of words: [Word]) -> AgentAccess? {
    guard case .run(_, let arguments)? = try? CommandCatalogue.table.read(words),
      arguments.declaration.name == "serve", arguments.has("mcp")
    else { return nil }
    return try? AgentAccess(arguments)
  }
}
