/// Finds the command that words begin with, and parses the remaining words according to its
/// declaration.
package struct CommandIndex: Sendable {
  /// The result of parsing words.
  package enum Meaning: Hashable, Sendable {
    /// Run the command at this index of ``CommandIndex/declarations``.
    case run(Int, Arguments)
    /// Show the help of these words: `open --help`.
    case help(topic: String)
  }

  struct Family {
    /// The first word of the commands.
    let name: String
    /// The index of the command whose name is only the first word, or nil if there is none.
    var itself: Int?
    /// The commands of two words, by the second word.
    var members: [(word: String, place: Int)] = []
  }

  /// The commands, in the order of the table.
  package let declarations: [CommandDeclaration]
  /// The other parts of the program that help and completion describe.
  package let program: ProgramDescription
  /// The commands grouped by their first words, in the order of the table. There are only a few
  /// groups, and many programs run a single command, so searching is faster than creating a
  /// dictionary.
  private var families: [Family] = []

  /// Creates an index.
  ///
  /// It is a programmer's error if two commands have the same name.
  package init(
    _ declarations: [CommandDeclaration], of program: ProgramDescription = ProgramDescription()
  ) {
    self.declarations = declarations
    self.program = program
    for (place, declaration) in declarations.enumerated() {
      for name in [declaration.name] + declaration.aliases { add(name, place) }
    }
  }

  /// The groups of the commands, in the order of the table.
  package var groups: [CommandGroup] {
    declarations.map(\.group).reduce(into: []) { groups, group in
      if !groups.contains(group) { groups.append(group) }
    }
  }

  /// Returns the shape of a command's answer with `--json`, or nil if the command prints nothing of
  /// its own.
  package func answer(of declaration: CommandDeclaration) -> JSONShape? {
    declaration.answers ?? (declaration.effect == .writes ? program.written() : nil)
  }

  /// All names and aliases that can begin a line, sorted.
  package var firstWords: [String] { families.map(\.name).sorted() }

  /// Returns the second words that can follow a first word, in the order of the table.
  package func secondWords(after first: String) -> [String] {
    family(first)?.members.map(\.word) ?? []
  }

  /// Returns the index of the command with a full name: `open`, `window new`.
  package func place(of name: String) -> Int? {
    guard let space = name.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      return family(name)?.itself
    }
    let second = name[name.index(after: space)...]
    return family(name[..<space])?.members.first { $0.word == second }?.place
  }

  /// Returns the indices of all commands that begin with a word.
  package func places(beginningWith first: String) -> [Int] {
    guard let family = family(first) else { return [] }
    return (family.itself.map { [$0] } ?? []) + family.members.map(\.place)
  }

  /// Whether a first word begins a command whose arguments are literal text, such as an address, a
  /// title or another command, which may end in `;`.
  package func takesText(_ first: String) -> Bool {
    places(beginningWith: first).contains { declarations[$0].takesText }
  }

  /// Parses the words of one command.
  /// - Complexity: O(words), in addition to creating messages.
  package func read(_ words: [Word]) throws -> Meaning {
    precondition(!words.isEmpty, "a command has words")
    if words.count == 2, isHelp(words[1]), family(words[0].text) != nil {
      return .help(topic: words[0].text)
    }
    let (place, rest) = try find(words)
    let declaration = declarations[place]
    let ends = declaration.takesCommandLine ? 1 : rest.count
    if rest.prefix(ends).prefix(while: { !$0.endsOptions }).contains(where: isHelp) {
      return .help(topic: declaration.name)
    }
    if let error = orElse(in: rest, after: declaration) { throw error }
    if let error = shellWord(in: rest, for: declaration) { throw error }
    if let error = commandInText(rest, of: declaration) { throw error }
    do {
      return .run(place, try ArgumentParser.parse(rest, for: declaration))
    } catch let error as UsageError {
      throw placing(naming(error, words), words)
    }
  }

  /// Returns an error that explains where to put an option of the program that was given after the
  /// command. For any other option, returns the given error.
  private func placing(_ error: UsageError, _ words: [Word]) -> UsageError {
    guard error.code == .unknownOption, let word = words.first(where: { $0.range == error.range }),
      program.options.contains(where: { "--\($0.name)" == word.text })
    else { return error }
    let message =
      "“\(word.text)” is an option of the program. Put it before the command, "
      + "as in retrace \(word.text)"
    return UsageError(.unknownOption, message, range: word.range)
  }

  /// Returns the error for an unquoted `||`, which would separate two commands in a shell. As part
  /// of text, it must be quoted.
  private func orElse(in words: [Word], after declaration: CommandDeclaration) -> UsageError? {
    guard let word = words.first(where: { !$0.isQuoted && $0.text == "||" }) else { return nil }
    return UsageError(
      .badValue,
      "“||” has no meaning here; end the line after “\(declaration.name)” and check the answer, or "
        + "write “&&” or “;” between two commands; in quotes, “||” is an "
        + "ordinary word", range: word.range)
  }

  /// Returns the error for shell syntax in a command that does not accept it: `tabs | grep swift`.
  private func shellWord(in words: [Word], for declaration: CommandDeclaration) -> UsageError? {
    guard !declaration.takesText,
      let word = words.first(where: {
        !$0.isQuoted && ["|", ">", ">>", "<", "&"].contains($0.text)
      })
    else { return nil }
    return UsageError(
      .badValue,
      "“\(word.text)” works only in a shell, as in “retrace \(declaration.name) \(word.text) …”; "
        + "in quotes, it is an ordinary word", range: word.range)
  }

  /// Returns the error for a `;` that would become part of text, because no space precedes it,
  /// although a command follows: `open a.example; tabs`.
  private func commandInText(
    _ words: [Word], of declaration: CommandDeclaration
  ) -> UsageError? {
    guard declaration.takesText else { return nil }
    let meant = zip(words, words.dropFirst()).first { word, next in
      !word.isQuoted && word.text.utf8.last == UInt8(ascii: ";") && !next.isQuoted
        && family(next.text) != nil
    }
    guard let (word, next) = meant else { return nil }
    return UsageError(
      .badValue,
      "the “;” before “\(next.text)” would be part of the text; write “ ; \(next.text)” for two "
        + "commands, or put the text in quotes", range: word.range)
  }

  /// Returns an error with a suggestion if an invalid first argument may be the mistyped second
  /// word of a command's name, as in `zoom inn`. Otherwise returns the given error.
  private func naming(_ error: UsageError, _ words: [Word]) -> UsageError {
    guard error.code == .badValue, error.suggestion == nil, let family = family(words[0].text),
      !family.members.isEmpty,
      let index = indexOfFirstArgument(Array(words.dropFirst()), in: family),
      case let word = words[index + 1], word.range == error.range,
      let nearest = Nearest.name(to: word.text, among: family.members.map(\.word))
    else { return error }
    let name = "\(family.name) \(nearest)"
    return UsageError(
      error.code, "\(error.message); did you mean “\(name)”?", suggestion: name, range: error.range)
  }

  /// Returns the command that words begin with, and the remaining words.
  ///
  /// Options are accepted between the first and the second word of a name.
  package func find(_ words: [Word]) throws -> (place: Int, rest: [Word]) {
    guard let family = family(words[0].text), !words[0].isQuoted else {
      throw unknownCommand(words[0])
    }
    var rest = Array(words.dropFirst())
    if !family.members.isEmpty, let index = indexOfFirstArgument(rest, in: family),
      !rest[index].isQuoted,
      let member = family.members.first(where: { $0.word == rest[index].text })
    {
      rest.remove(at: index)
      return (member.place, rest)
    }
    // This is checked before the word is interpreted as an argument: “bookmark add” would store a
    // page of that name.
    if let error = subcommandAdvice(in: rest, of: family) { throw error }
    if let place = family.itself { return (place, rest) }
    throw unknownMember(of: family, words)
  }

  private mutating func add(_ name: String, _ place: Int) {
    let words = name.split(separator: " ")
    precondition(1...2 ~= words.count, "a command's name has one or two words: “\(name)”")
    precondition(self.place(of: name) == nil, "two commands are named “\(name)”")
    let index = families.firstIndex { $0.name == words[0] } ?? families.count
    if index == families.count { families.append(Family(name: String(words[0]))) }
    if words.count == 1 {
      families[index].itself = place
    } else {
      families[index].members.append((String(words[1]), place))
    }
  }

  private func family(_ name: some StringProtocol) -> Family? {
    families.first { $0.name == name }
  }

  private func indexOfFirstArgument(_ words: [Word], in family: Family) -> Int? {
    lazy var places = (family.itself.map { [$0] } ?? []) + family.members.map(\.place)
    lazy var reader = OptionReader(options: places.flatMap { declarations[$0].options }, advice: "")
    var index = 0
    while index < words.count, words[index].isOption { index += reader.length(of: words[index]) }
    return index < words.count && !words[index].endsOptions ? index : nil
  }

  private func isHelp(_ word: Word) -> Bool { !word.isQuoted && word.text == "--help" }

  /// Returns advice on what to type instead of a command of another program, or nil for other
  /// words.
  func advice(on name: String) -> String? { program.hints.first { $0.name == name }?.advice }

  private func subcommandAdvice(in rest: [Word], of family: Family) -> UsageError? {
    guard let index = indexOfFirstArgument(rest, in: family), !rest[index].isQuoted,
      case let name = "\(family.name) \(rest[index].text)", let advice = advice(on: name)
    else { return nil }
    return UsageError(
      .unknownCommand, "unknown command “\(name)”; \(advice)", range: rest[index].range)
  }

  private func unknownCommand(_ word: Word) -> UsageError {
    if let advice = advice(on: word.text) {
      return UsageError(
        .unknownCommand, "unknown command “\(word.text)”; \(advice)", range: word.range)
    }
    guard !word.text.contains(" ") else {
      let message = "unknown command “\(word.text)”; use -c for a complete line"
      return UsageError(.unknownCommand, message, range: word.range)
    }
    if let advice = Self.advice(onNoName: word.text) {
      return UsageError(
        .unknownCommand, "unknown command “\(word.text)”; \(advice)", range: word.range)
    }
    return .unknown(
      .unknownCommand, "command", word, among: firstWords, otherwise: "“help” lists the commands")
  }

  /// Returns advice about a path or an address, which is not a mistyped name, or nil for other
  /// text.
  private static func advice(onNoName text: String) -> String? {
    if ["/", "./", "../", "~/"].contains(where: text.hasPrefix) {
      return "“source \(text)” runs a file of commands, “find WORDS” searches"
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return "“open \(text)” opens it"
  }

  private func unknownMember(of family: Family, _ words: [Word]) -> UsageError {
    let first = words[0].text
    let names = family.members.map(\.word)
    let list = names.joined(separator: ", ")
    guard words.count > 1 else {
      return UsageError(.missingArgument, "“\(first)” needs one of \(list)")
    }
    let nearest = Nearest.name(to: words[1].text, among: names).map { "\(first) \($0)" }
    let advice =
      nearest.map { "did you mean “\($0)”?" } ?? "“\(first)” must be followed by one of "
      + "\(list)"
    return UsageError(
      .unknownCommand, "unknown command “\(first) \(words[1].text)”; \(advice)",
      suggestion: nearest, range: words[1].range)
  }
}
