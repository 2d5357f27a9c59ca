import Catalogue
import Notation
import Platform

/// A node process that parses lists of URLs with `new URL` and measures its own time.
final class NodeURLs {
  private let child: StartedProcess
  private let commands: Descriptor
  private let answers: LineReader
  /// The version of node.
  private(set) var version = ""

  /// The script, which first reads the lists. Then it reads the number of a list from each line,
  /// and prints the nanoseconds per URL for that list.
  private static let program = """
    const lists = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'))
    let sum = 0
    function time(list) {
      const start = process.hrtime.bigint()
      for (const text of list) sum += new URL(text).href.length
      return Number(process.hrtime.bigint() - start) / list.length
    }
    console.log(process.version)
    require('readline').createInterface({ input: process.stdin })
      .on('line', line => console.log(time(lists[Number(line)])))
    """

  /// Starts node, which reads the lists from a file. Returns nil if node is not installed.
  init?(_ lists: [[String]], in folder: WorkFolder) throws {
    let path = folder.path + "/urls.json"
    try Self.write(lists, to: path)
    guard let ends = ChildRun.start(["node", "-e", Self.program, path]) else { return nil }
    child = ends.child
    commands = Descriptor(ends.input, name: "node")
    answers = LineReader(Descriptor(ends.output, name: "node"))
    // Without node, the child exits without any output.
    guard let version = readLine() else { return nil }
    self.version = version
  }

  deinit {
    commands.close()
    answers.descriptor.close()
    child.wait()
  }

  /// Parses a list once, and returns the nanoseconds per URL.
  func time(list: Int) throws -> Double {
    try FileDescriptor.writeAll(commands.number, Array("\(list)\n".utf8))
    guard let line = readLine(), let time = Double(line) else {
      throw CommandError("failed", "node gave no answer.")
    }
    return time
  }

  private func readLine() -> String? {
    try? answers.next()?.text
  }

  private static func write(_ lists: [[String]], to path: String) throws {
    var json = JSONWriter()
    json.array { json in
      for list in lists {
        json.array { json in for text in list { json.value(text) } }
      }
    }
    try WorkFolder.write(json.text, to: path)
  }
}
