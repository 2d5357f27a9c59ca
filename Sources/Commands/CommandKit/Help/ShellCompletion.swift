/// A shell that asks the program to complete its arguments.
package enum ShellCompletion: String, CaseIterable, Hashable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that the shell reads. It calls `retrace complete` with the words of the line.
  ///
  /// Each line of the answer is a text, a tab character and a description. If the text is empty,
  /// the shell itself completes the names of files or directories.
  package var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// The script for Bash. Bash splits words at “:” and “=” and replaces only the part after them.
  /// The script therefore joins the parts, and later removes the first parts from each candidate.
  private static let bashScript = #"""
    # Completion of retrace for bash 4.4 or later.
    _retrace() {
      local current=${COMP_WORDS[COMP_CWORD]} rest=$COMP_LINE words=() part line start
      for part in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ -z ${words[*]} || $rest == [[:space:]]* ]]; then words+=("$part"); else words[-1]+=$part; fi
        rest=${rest#*"$part"}
      done
      [[ $current == [:=] ]] && current=
      start=${words[-1]%"$current"}
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          $'\tfile') compopt -o default ;;
          $'\tdirectory') compopt -o plusdirs ;;
          *) line=${line%%$'\t'*} && COMPREPLY+=("${line#"$start"}") ;;
        esac
      done < <("$1" complete --index $((${#words[@]} - 1)) -- "${words[@]}" 2>/dev/null)
    }
    complete -o filenames -F _retrace retrace

    """#

  private static let zshScript = #"""
    #compdef retrace
    # Completion of retrace for zsh.
    _retrace() {
      local line text
      local -a texts shown
      for line in "${(@f)$(retrace complete --index $((CURRENT - 1)) -- "${(@)words[1,CURRENT-1]}" "$PREFIX" 2>/dev/null)}"; do
        text=${line%%$'\t'*}
        case $line in
          $'\tfile') _files ;;
          $'\tdirectory') _files -/ ;;
          ?*) texts+=("$text") shown+=("${line/$'\t'/  -- }") ;;
        esac
      done
      (( $#texts )) && compadd -U -l -V retrace -d shown -a texts
    }
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _retrace "$@"; else compdef _retrace retrace; fi

    """#

  private static let fishScript = #"""
    # Completion of retrace for fish.
    function __retrace_complete
      set -l words (commandline -opc) "$(commandline -ct)"
      for line in (retrace complete --index (math (count $words) - 1) -- $words 2>/dev/null)
        switch $line
          case \tfile
            __fish_complete_path "$(commandline -ct)"
          case \tdirectory
            __fish_complete_directories "$(commandline -ct)"
          case '*'
            echo $line
        end
      end
    end
    complete -c retrace -f -k -a '(__retrace_complete)'

    """#
}
