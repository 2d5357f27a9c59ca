internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// Commands about custom values, which programs attach to tabs, windows, groups and the profile.
enum ValueCommands {
  static let all: [ConsoleCommand] = [list, get, set, remove]

  private static let options: [CommandOption] = [
    .value("tab", "TAB", .tab, "a value of this tab; by default, of the active tab"),
    .value("window", "N", .window, "a value of this window"),
    .value("group", "GROUP", .group, "a value of this group"),
    .flag("of-profile", "a value of the profile, which devices share"),
  ]
  private static let owners = [["tab", "window", "group", "of-profile"]]

  private static let nameRule =
    "A name has two or more parts, separated by dots, so that programs do not use the same names. "
    + "It can contain ASCII letters, digits, - and _, and can be at most 100 bytes long."

  /// Adds the members of an answer that describe a value.
  private static func describe(_ value: inout AnswerMembers<CustomValue>) {
    value.member("name") { $0.name }
    value.optional("text", "the value if it is text") { $0.text }
    value.optional("base64", "the value if it is not text") { value in
      value.text == nil ? value.base64 : nil
    }
    value.member("bytes", "the size") { $0.bytes.count }
    value.member("event", "the event that set the value") { $0.source }
  }
  private static let members = AnswerMembers<CustomValue>(
    object: "value", "", describe)
  private static let listMembers = AnswerMembers<[CustomValue]>(
    list: "values", "in the order of their names", of: describe)

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "values", in: .data, .reads, "list the custom values of a tab, window, group or the profile",
      details: [
        "Programs store data of their own with a tab, a window, a group or the profile. The data "
          + "is undone, restored, merged, forgotten and exported like the rest."
      ],
      options: options, exclusive: owners, answers: listMembers.shape,
      examples: [
        .init("values", "list the values of the active tab"),
        .init("values --of-profile", "list the values of the profile"),
      ])
  ) { context, arguments throws in
    let owner = try owner(arguments, in: context)
    let state = try readState(owner, in: context)
    let values = try context.read { words in state.values(of: owner, text: words) }
    if context.printsJSON { return Answer(json: values, listMembers) }
    var table = Table([.left, .left])
    for value in values {
      table.add([context.style.apply(.bold, to: SafeText(value.name)), value.shownText])
    }
    return table.isEmpty
      ? Answer("No values.") : Answer(table, width: context.presentation.columns)
  }

  private static let get = CommandCatalogue.command(
    CommandDeclaration(
      "value get", in: .data, .reads, "show a custom value",
      details: ["A value that is not text is shown as Base64."],
      takes: [.required("name", .valueName)], options: options, exclusive: owners,
      answers: members.shape,
      examples: [
        .init("value get app.key", "show a value of the active tab"),
        .init("value get app.key --window 2", "show a value of the second window"),
      ])
  ) { context, arguments throws in
    let owner = try owner(arguments, in: context)
    let name = arguments.text("name") ?? ""
    let state = try readState(owner, in: context)
    let found = try context.read { words in state.value(named: name, of: owner, text: words) }
    guard let value = found else {
      throw CommandError("noSuchValue", "There is no value named “\(name)”; “values” lists them.")
    }
    if context.printsJSON { return Answer(json: value, members) }
    return Answer(SafeText(value.text ?? value.base64))
  }

  private static let set = CommandCatalogue.command(
    CommandDeclaration(
      "value set", in: .data, .writes, "set a custom value",
      details: [nameRule, "A value can be at most 64 KiB long."],
      takes: [.required("name", .valueName), .required("value", .text)],
      options: options + [.flag("base64", "VALUE is Base64")], exclusive: owners,
      examples: [
        .init("value set app.key some text", "set a value of the active tab"),
        .init("value set app.key aGk= --base64 --of-profile", "set a value of the profile"),
      ])
  ) { context, arguments throws in
    let owner = try ownerToChange(arguments, in: context)
    let name = arguments.text("name") ?? ""
    let text = arguments.text("value") ?? ""
    let bytes = arguments.has("base64") ? Base64.decoded(text) : Array(text.utf8)
    guard let bytes else { throw CommandError("invalidValue", "“\(text)” is not Base64.") }
    return context.answer(try context.perform(.setValue(owner, name, bytes)), "set \(name)")
  }

  private static let remove = CommandCatalogue.command(
    CommandDeclaration(
      "value remove", in: .data, .writes, "remove a custom value",
      takes: [.required("name", .valueName)], options: options, exclusive: owners,
      examples: [.init("value remove app.key", "remove a value of the active tab")])
  ) { context, arguments throws in
    let owner = try ownerToChange(arguments, in: context)
    let name = arguments.text("name") ?? ""
    return context.answer(try context.perform(.setValue(owner, name, nil)), "removed \(name)")
  }

  /// Returns the owner that the options specify. The default is the active tab.
  private static func owner(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> ValueOwner {
    if arguments.has("of-profile") { return .profile }
    if let window = arguments.reference("window") { return .window(try context.window(window).id) }
    if let group = arguments.reference("group") { return .group(try context.group(group).id) }
    return .tab(try context.tab(arguments.reference("tab")).id)
  }

  /// Returns the owner whose value a command changes. A program must specify it.
  private static func ownerToChange(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> ValueOwner {
    let isNamed =
      arguments.has("of-profile") || arguments.reference("window") != nil
      || arguments.reference("group") != nil
    if isNamed { return try owner(arguments, in: context) }
    return .tab(try context.tabToChange(arguments.reference("tab")).id)
  }

  /// Reads the part of the state shown that contains the values of an owner.
  private static func readState(
    _ owner: ValueOwner, in context: CommandContext
  ) throws -> ProfileState {
    owner == .profile
      ? try context.readState() : ProfileState(browser: context.browser(of: owner.event))
  }
}
