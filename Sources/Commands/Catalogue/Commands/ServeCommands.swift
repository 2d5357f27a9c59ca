internal import CommandKit
internal import Notation
internal import Platform

/// The command that serves other programs.
enum ServeCommands {
  static let all: [ConsoleCommand] = [serve]

  private static let serve = CommandCatalogue.command(
    CommandDeclaration(
      "serve", in: .data, .mayWrite, "let other programs use the profile, over JSON-RPC",
      details: [
        "Every command is a method of the same name, with its arguments and options as named "
          + "parameters; its JSON is the result. Messages are JSON-RPC 2.0, one per line, in "
          + "UTF-8, on standard input and output, or on a Unix socket that only this user may use.",
        "The first message is {\"jsonrpc\":\"2.0\", \"id\":1, \"method\":\"hello\", "
          + "\"params\":{\"versions\":[1], \"name\":\"tidier\"}}. The name is that of the program "
          + "in the log.",
        "Name things by their ids, {\"tabs\":[\"#7\"]}: a number is a position, which others may "
          + "change. A command that closes or changes a tab or a window needs its name: there is no "
          + "active one for a program.",
        "Beside its arguments a command takes “ifAt”, the newest event that you know: it is "
          + "refused where something that it names was changed since; and “key”: it is done once, "
          + "however often it is sent. A key that was used for a different request is refused.",
        "“subscribe” (“since” an event, or the name of a “cursor”) tells of changes with "
          + "“changed”; “acknowledge” moves a cursor; “cancel” with the “id” of a request that has "
          + "not begun drops it.",
        "“engine” is for a program that shows pages: it answers, and tells from then on, what the "
          + "view of each tab has to do (load, travel, restore a list, zoom, close). What happens "
          + "there it says with “report”, and the session follows.",
        "Each client has its own branch and its own moment in view. Private windows are not "
          + "served. “help --schema” describes all methods, in OpenRPC.",
      ],
      options: [
        .value("socket", "PATH", .file, "serve there, until Ctrl-C, any number of clients")
      ],
      examples: [
        .init("serve", "for the program that started it"),
        .init("serve --socket ~/.retrace.sock", "for programs of this user"),
      ])
  ) { context, arguments throws(CommandFailure) in
    if context.isServed {
      throw CommandFailure("notAllowed", "A server is running already.")
    }
    let path = arguments.text("socket")
    if path == nil, !context.isOneCommand || Descriptor.standardInput.isTerminal {
      throw CommandFailure(
        "notAllowed",
        "Standard input is a terminal: start “retrace serve” from a program, or name a --socket.",
        status: .usage)
    }
    var answer = Answer.nothing
    answer.served = path.map(ServedPlace.socket) ?? .standardInput
    return answer
  }
}
