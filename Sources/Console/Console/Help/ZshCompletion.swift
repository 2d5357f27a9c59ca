/// A completion function for zsh, for a file `_retrace` on its `fpath`.
struct ZshCompletion {
  let program: ShellPlace
  let commands: [ShellPlace]

  var script: String {
    let names = commands.map { "    \(shellQuoted(described($0.name, $0.summary)))" }
    return """
      #compdef retrace
      # Completion of retrace for zsh.
      _retrace() {
        local curcontext=$curcontext state line
        local -a commands
        commands=(
      \(names.joined(separator: "\n"))
        )
        _arguments -C -S \\
      \(options(program).joined())    '1:command:->command' \\
          '*::argument:->argument'
        case $state in
          command) _describe -t commands command commands ;;
          argument)
            case $words[1] in
      \(commands.map(place).joined())      esac ;;
        esac
      }
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _retrace "$@"; else compdef _retrace retrace; fi

      """
  }

  private func place(_ place: ShellPlace) -> String {
    var lines = ["        \(place.name)) _arguments -S \\\n"] + options(place)
    let seconds = place.secondWords.map(\.word) + place.choices
    if !seconds.isEmpty {
      lines.append("    '1:word:(\(seconds.joined(separator: " ")))' \\\n")
    }
    lines.append("    '*:argument:\(place.takesFiles ? "_files" : "")' ;;\n")
    return lines.joined()
  }

  private func options(_ place: ShellPlace) -> [String] {
    place.options.map { option in
      let values = option.values.map { value in
        ":\(value.label):\(action(value.kind))"
      }
      let text = escaped(option.summary)
      let repeatable = option.isRepeatable && !option.values.isEmpty
      let specs = ShellPlace.words(option).map { word in
        shellQuoted("\(repeatable ? "*" : "")\(word)[\(text)]\(values.joined())")
      }
      return "    " + specs.joined(separator: " ") + " \\\n"
    }
  }

  private func action(_ kind: ValueKind) -> String {
    switch kind {
    case .choice(let names): "(\(names.joined(separator: " ")))"
    case .file: "_files"
    default: ""
    }
  }

  private func described(_ name: String, _ summary: String) -> String {
    name + ":" + summary
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "[]:\\".contains(character) { result += "\\" }
      result.append(character)
    }
  }
}
