/// A completion function for bash 4 or later.
struct BashCompletion {
  let program: ShellPlace
  let commands: [ShellPlace]

  var script: String {
    let withValue = program.options.filter { !$0.values.isEmpty }.flatMap(ShellPlace.words)
    let cases = ([program] + commands).map(place).joined()
    return """
      # Completion of retrace for bash.
      _retrace() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local first='' second='' skip='' word words='' files='' ask='' profiles='' start=1
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          if [[ -z $first ]]; then ((start++)); fi
          if [[ -n $skip ]]; then skip=''; continue; fi
          case $word in
            \(withValue.joined(separator: "|"))) [[ -n $first ]] || skip=1 ;;
            -*) ;;
            *) if [[ -z $first ]]; then first=$word; elif [[ -z $second ]]; then second=$word; fi ;;
          esac
        done
        ((start--))
        case $first in
      \(cases)  esac
        COMPREPLY=()
        if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
        if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
        if [[ -n $profiles ]]; then
          for word in "${XDG_DATA_HOME:-$HOME/.local/share}"/retrace/*/; do
            if [[ $word == "$current"* && -d $word ]]; then COMPREPLY+=("$word"); fi
          done
        fi
        if [[ -n $ask && -n $first ]]; then
          while IFS=$'\\t' read -r word _; do COMPREPLY+=("$word"); done < <(
            "${COMP_WORDS[0]}" "${COMP_WORDS[@]:1:start-1}" complete -- \\
              "${COMP_WORDS[*]:start:COMP_CWORD-start} $current" 2>/dev/null)
        fi
      }
      complete -o filenames -F _retrace retrace

      """
  }

  private func place(_ place: ShellPlace) -> String {
    let optionWords = place.options.flatMap(ShellPlace.words).joined(separator: " ")
    let names = place.name.isEmpty ? commands.map(\.name) : place.choices
    let seconds = place.secondWords.map(\.word).joined(separator: " ")
    var lines = [
      "    \(shellQuoted(place.name)))", "      case $previous in",
    ]
    for option in place.options where !option.values.isEmpty {
      let pattern = ShellPlace.words(option).joined(separator: "|")
      var action =
        option.takesFile ? "files=1" : "words='\(place.choices(option).joined(separator: " "))'"
      if option.isAsked { action = "ask=1" }
      if option.takesProfile { action += "; profiles=1" }
      lines.append("        \(pattern)) \(action) ;;")
    }
    lines.append("        *)")
    lines.append("          if [[ $current == -* ]]; then words='\(optionWords)'")
    lines.append("          else words='\(names.joined(separator: " "))'")
    if place.takesFiles { lines.append("            files=1") }
    if place.isAsked { lines.append("            ask=1") }
    lines.append("          fi")
    if !seconds.isEmpty {
      lines.append("          if [[ -z $second && $current != -* ]]; then words+=' \(seconds)'; fi")
    }
    return (lines + ["          ;;", "      esac ;;", ""]).joined(separator: "\n")
  }
}
