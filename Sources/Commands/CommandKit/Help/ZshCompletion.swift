/// A completion function for zsh, to be stored as `_retrace` in its `fpath`.
struct ZshCompletion {
  let program: ShellPlace
  let commands: [ShellPlace]

  var script: String {
    let names = commands.map { "    \(shellQuoted(described($0.name, $0.summary)))" }
    return """
      #compdef retrace
      # Completion of retrace for zsh.
      # Asks the program for completions at the cursor, passing on the profile named before the command.
      _retrace_ask() {
        local text detail
        local -a texts shown profile
        [[ -n $retrace_profile ]] && profile=(-p ${~${(Q)retrace_profile}})
        while IFS=$'\\t' read -r text detail; do
          texts+=("$text")
          shown+=("$text${detail:+  -- $detail}")
        done < <(retrace $profile complete -- "${(j: :)words[1,CURRENT-1]} ${(Q)PREFIX}" 2>/dev/null)
        (( $#texts )) && compadd -U -l -V retrace -d shown -a texts
      }
      _retrace_profiles() {
        compadd -f -- ${XDG_DATA_HOME:-$HOME/.local/share}/retrace/*(N/)
        _files -/
      }
      _retrace() {
        local curcontext=$curcontext state line retrace_profile
        local -A opt_args
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
            retrace_profile=${opt_args[-p]:-${opt_args[--profile]}}
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
    let action = place.takesFiles ? "_files" : place.isAsked ? "_retrace_ask" : ""
    lines.append("    '*:argument:\(action)' ;;\n")
    return lines.joined()
  }

  private func options(_ place: ShellPlace) -> [String] {
    place.options.map { option in
      let values = option.values.map { value in
        ":\(value.label):\(action(option, value.kind, place))"
      }
      let text = escaped(option.summary)
      let repeatable = option.isRepeatable && !option.values.isEmpty
      let specs = ShellPlace.words(option).map { word in
        shellQuoted("\(repeatable ? "*" : "")\(word)[\(text)]\(values.joined())")
      }
      return "    " + specs.joined(separator: " ") + " \\\n"
    }
  }

  private func action(_ option: CommandOption, _ kind: ValueKind, _ place: ShellPlace) -> String {
    if option.takesProfile { return "_retrace_profiles" }
    if option.isAsked { return "_retrace_ask" }
    let choices = place.choices(option)
    guard choices.isEmpty else { return "(\(choices.joined(separator: " ")))" }
    return kind == .file ? "_files" : ""
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
