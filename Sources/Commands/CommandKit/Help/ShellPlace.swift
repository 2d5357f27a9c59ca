/// The possible words after one first word, or before it.
struct ShellPlace {
  /// The first word, or empty for the place before it.
  let name: String
  let summary: String
  let secondWords: [(word: String, summary: String)]
  let options: [CommandOption]
  let choices: [String]
  let takesFiles: Bool
  /// Whether the possible words are provided by the program, because they depend on the profile.
  let isAsked: Bool
  private let program: ProgramDescription

  /// The place before the first word.
  init(_ index: CommandIndex, options: [CommandOption]) {
    program = index.program
    self.options = options
    (name, summary, secondWords, choices, takesFiles) = ("", "", [], [], false)
    isAsked = false
  }

  /// The place after a first word, with the arguments of all its commands.
  init(_ index: CommandIndex, first: String) {
    program = index.program
    let declarations = index.places(beginningWith: first).map { index.declarations[$0] }
    name = first
    summary = declarations.first?.summary ?? ""
    secondWords = index.secondWords(after: first).map { second in
      let place = index.place(of: "\(first) \(second)")
      return (second, place.map { index.declarations[$0].summary } ?? "")
    }
    var seen = Set<String>()
    options = declarations.flatMap(\.options).filter { seen.insert($0.name).inserted }
    let kinds = declarations.flatMap(\.parameters).map(\.kind)
    choices = kinds.flatMap { kind -> [String] in
      switch kind {
      case .choice(let names): names
      case .command: index.wordsForShells
      case .topic: index.wordsForShells + index.program.topics.map(\.name)
      default: index.program.knownWords(kind)
      }
    }
    takesFiles = kinds.contains(.file)
    isAsked = kinds.contains(where: \.isInProfile)
  }

  /// The words of an option: `-p`, `--profile`.
  static func words(_ option: CommandOption) -> [String] {
    (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
  }

  /// The words that the first value of an option can be, if they are known.
  func choices(_ option: CommandOption) -> [String] { option.choices(in: program) }
}
