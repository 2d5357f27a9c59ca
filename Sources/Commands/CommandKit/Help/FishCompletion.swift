/// The completions for fish, to be stored as `retrace.fish` in its completions folder.
struct FishCompletion {
  let program: ShellPlace
  let commands: [ShellPlace]

  var script: String {
    let withValue = program.options.filter { !$0.values.isEmpty }.flatMap(ShellPlace.words)
    let head = """
      # Completion of retrace for fish.
      # Prints the words that are not options, the command first.
      function __retrace_words
        set -l skip 0
        set -l first 0
        for word in (commandline -opc)[2..-1]
          if test $skip -eq 1
            set skip 0
            continue
          end
          switch $word
            case \(withValue.joined(separator: " "))
              test $first -eq 0; and set skip 1
            case '-*'
            case '*'
              set first 1
              echo $word
          end
        end
      end
      function __retrace_before_command
        test -z "$(__retrace_words)"
      end
      function __retrace_after
        set -l words (__retrace_words)
        test "$words[1]" = $argv[1]
      end
      function __retrace_right_after
        set -l words (__retrace_words)
        test (count $words) -eq 1 -a "$words[1]" = $argv[1]
      end
      # Asks the program for completions at the cursor, passing on the options before the command.
      function __retrace_ask
        set -l options
        set -l skip 0
        set -l words (commandline -opc)[2..-1]
        while set -q words[1]
          switch $words[1]
            case \(withValue.joined(separator: " "))
              set -a options $words[1]
              set skip 1
            case '-*'
              set -a options $words[1]
            case '*'
              test $skip -eq 1; or break
              set -a options $words[1]
              set skip 0
          end
          set -e words[1]
        end
        retrace $options complete -- "$words "(commandline -ct) 2>/dev/null
      end
      function __retrace_profiles
        set -l data $XDG_DATA_HOME
        test -n "$data"; or set data ~/.local/share
        for profile in $data/retrace/*/
          echo $profile
        end
        __fish_complete_directories
      end
      complete -c retrace -f

      """
    let names = commands.map { line("__retrace_before_command", word: $0.name, $0.summary) }
    let lines = options(program, "__retrace_before_command") + names + commands.flatMap(place)
    return head + lines.map { $0 + "\n" }.joined()
  }

  private func place(_ place: ShellPlace) -> [String] {
    let after = "__retrace_after \(place.name)"
    let rightAfter = "__retrace_right_after \(place.name)"
    var lines = place.secondWords.map { line(rightAfter, word: $0.word, $0.summary) }
    lines += place.choices.map { line(rightAfter, word: $0, "") }
    lines += options(place, after)
    if place.takesFiles { lines.append("complete -c retrace -n \(shellQuoted(after)) -F") }
    if place.isAsked {
      lines.append("complete -c retrace -n \(shellQuoted(after)) -k -a '(__retrace_ask)'")
    }
    return lines
  }

  private func line(_ condition: String, word: String, _ summary: String) -> String {
    let description = summary.isEmpty ? "" : " -d \(quoted(summary))"
    return "complete -c retrace -n \(quoted(condition)) -a \(quoted(word))" + description
  }

  private func options(_ place: ShellPlace, _ condition: String) -> [String] {
    place.options.map { option in
      var line = "complete -c retrace -n \(quoted(condition)) -l \(option.name)"
      if let letter = option.letter { line += " -s \(letter)" }
      if option.takesProfile {
        line += " -x -a '(__retrace_profiles)'"
      } else if option.takesFile {
        line += " -r -F"
      } else if !option.values.isEmpty {
        line += " -x"
      }
      if option.isAsked { line += " -k -a '(__retrace_ask)'" }
      let choices = place.choices(option)
      if !choices.isEmpty { line += " -a \(quoted(choices.joined(separator: " ")))" }
      return line + " -d \(quoted(option.summary))"
    }
  }

  private func quoted(_ text: String) -> String {
    text.reduce(into: "'") { result, character in
      if character == "'" || character == "\\" { result += "\\" }
      result.append(character)
    } + "'"
  }
}
