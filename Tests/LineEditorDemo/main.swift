import CommandKit
import Glibc
import HistoryStorage
import LineEditing

let words = [
  "open", "other", "over", "back", "bookmark", "détente", "日本語", "日本人", "quit", "work", "post",
]
var lineCount = 0

func complete(_ before: String, _ line: String) -> Completion {
  if line == "exit" { exit(7) }
  let word = String(before.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
  let found = words.filter { $0.hasPrefix(word) }
  let candidates = found.map { found in
    Completion.Candidate(found, detail: found == "open" ? "a new tab" : nil)
  }
  return Completion(word: word, candidates: candidates)
}

func hint(for line: String, editor: LineEditor) -> LineEditor.Hint? {
  if line == "open " { return LineEditor.Hint(text: "ADDRESS", isAcceptable: false) }
  if !line.isEmpty, let former = editor.newestLine(beginningWith: line, where: { $0 != "wrong" }) {
    return LineEditor.Hint(text: String(former.dropFirst(line.count)), isAcceptable: true)
  }
  guard !line.isEmpty, "bookmark".hasPrefix(line) else { return nil }
  return LineEditor.Hint(text: String("bookmark".dropFirst(line.count)), isAcceptable: true)
}

/// Draws every “wrong” in red.
func highlights(of line: String) -> [LineEditor.Highlight] {
  line.utf8.indices.compactMap { start in
    guard line.utf8[start...].starts(with: "wrong".utf8) else { return nil }
    let offset = line.utf8.distance(from: line.startIndex, to: start)
    return LineEditor.Highlight(offset..<offset + 5, style: "\u{1B}[31m")
  }
}

func show(_ text: String) {
  print(text)
  fflush(nil)
}

func answer(_ line: String, editor: LineEditor, history: HistoryFile?) throws {
  if !line.hasPrefix(" ") { editor.addHistory(line) }
  switch line {
  case "work":
    show("working")
    while !LineEditor.interruptRequested { usleep(10_000) }
    show("work was interrupted")
  case "forget":
    show("forgot \(try history?.remove { $0.line.contains("secret") } ?? 0)")
  case "post":
    show("<post>")
    let announcer = editor.announcer
    var thread = pthread_t()
    let context = Unmanaged.passRetained(announcer).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let announcer = Unmanaged<Announcer>.fromOpaque(context).takeRetainedValue()
        usleep(300_000)
        announcer.post("posted by a thread")
        return nil
      }, context)
    pthread_detach(thread)
  case "status":
    show("problem: \(history?.problem ?? "none")")
  default:
    if line.isEmpty { break }
    show("<\(line.count > 200 ? "\(line.unicodeScalars.count) characters" : line)>")
  }
}

let arguments = CommandLine.arguments
let history =
  arguments.count > 1 && arguments[1] != "-" ? HistoryFile(path: arguments[1], limit: 100) : nil
let watched = arguments.count > 2 ? arguments[2] : nil
let editor = try LineEditor(program: "demo", history: history)
editor.complete = complete
editor.hint = { [unowned editor] line in hint(for: line, editor: editor) }
editor.highlight = highlights
if let watched {
  editor.whileWaiting = (
    20,
    {
      guard unlink(watched) == 0 else { return [] }
      return ["\(watched.split(separator: "/").last ?? "") came"]
    }
  )
}
var promptCount = 0
reading: while true {
  let input = editor.readLine {
    promptCount += 1
    return LineEditor.Prompt(
      left: "\u{1B}[1m\u{1B}[32m❯\u{1B}[0m demo> ", right: "\u{1B}[2m#\(lineCount)\u{1B}[0m")
  }
  switch input {
  case .line("quit"): break reading
  case .line(let line): try answer(line, editor: editor, history: history)
  case .interrupted: continue
  case .end: break reading
  }
  lineCount += 1
}
editor.close()
show("bye")
