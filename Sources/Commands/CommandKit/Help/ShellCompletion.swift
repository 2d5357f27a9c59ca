/// Completion of the program's arguments for a shell.
package enum ShellCompletion: String, CaseIterable, Hashable, Sendable {
  case bash
  case zsh
  case fish

  /// The script to be read by the context.
  /// - Complexity: O(commands).
  package func script(for index: CommandIndex) -> String {
    let program = ShellPlace(index, options: index.program.options)
    let commands = index.wordsForShells.map { ShellPlace(index, first: $0) }
    return switch self {
    case .bash: BashCompletion(program: program, commands: commands).script
    case .zsh: ZshCompletion(program: program, commands: commands).script
    case .fish: FishCompletion(program: program, commands: commands).script
    }
  }
}

extension CommandIndex {
  /// The words except `?` and others that have a meaning in a context.
  var wordsForShells: [String] { firstWords.filter { $0.first?.isLetter ?? false } }
}

extension CommandOption {
  /// The words that its first value can be, if they are known.
  func choices(in program: ProgramDescription) -> [String] {
    guard case .choice(let names)? = values.first?.kind else {
      return values.first.map { program.knownWords($0.kind) } ?? []
    }
    return names
  }

  /// Whether the possible values are provided by the program.
  var isAsked: Bool { values.first?.kind.isInProfile ?? false }

  /// Whether its value is the folder of a profile.
  var takesProfile: Bool { name == "profile" }

  var takesFile: Bool { values.first?.kind == .file }
}

extension ValueKind {
  /// Whether it refers to something in a profile.
  var isInProfile: Bool {
    switch self {
    case .tab, .window, .group, .bookmark, .closedItem, .entry, .event, .address, .words, .site,
      .thing, .folder, .tags, .folderOrWords, .point, .mark, .branch, .agent, .device, .otherDevice:
      true
    default: false
    }
  }
}

/// Text as one word of a POSIX shell, in single quotes if necessary.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_@%+=:,./-".utf8.contains(byte)
    }
  }
  return isPlain && !text.isEmpty ? text : shellQuoted(text)
}

/// Text in single quotes for a POSIX context.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    + "'"
}
