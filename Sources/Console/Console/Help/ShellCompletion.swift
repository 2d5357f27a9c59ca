/// Completion of the program's arguments for a shell.
public enum ShellCompletion: String, CaseIterable, Hashable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that the shell reads.
  ///
  /// O(commands).
  public func script(for index: CommandIndex) -> String {
    let program = ShellPlace(options: Call.options)
    let commands = index.wordsForShells.map { ShellPlace(index, first: $0) }
    return switch self {
    case .bash: BashCompletion(program: program, commands: commands).script
    case .zsh: ZshCompletion(program: program, commands: commands).script
    case .fish: FishCompletion(program: program, commands: commands).script
    }
  }
}

/// What can stand after one first word, or before it.
struct ShellPlace {
  /// The first word; empty before it.
  let name: String
  let summary: String
  let secondWords: [(word: String, summary: String)]
  let options: [CommandOption]
  let choices: [String]
  let takesFiles: Bool

  /// Before the first word.
  init(options: [CommandOption]) {
    self.options = options
    (name, summary, secondWords, choices, takesFiles) = ("", "", [], [], false)
  }

  /// After a first word: what its commands take, all together.
  init(_ index: CommandIndex, first: String) {
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
      case .topic: index.wordsForShells + HelpTopic.allCases.map(\.rawValue)
      default: []
      }
    }
    takesFiles = kinds.contains(.file)
  }

  /// The words of an option: `-p`, `--profile`.
  static func words(_ option: CommandOption) -> [String] {
    (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
  }
}

extension CommandIndex {
  /// Without `?` and the like, which mean something to a shell.
  fileprivate var wordsForShells: [String] { firstWords.filter { $0.first?.isLetter ?? false } }
}

extension CommandOption {
  /// The words that its first value may be, where they are known.
  var choices: [String] {
    guard case .choice(let names)? = values.first?.kind else { return [] }
    return names
  }

  var takesFile: Bool { values.first?.kind == .file }
}

/// Text within single quotes for a POSIX shell.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}
