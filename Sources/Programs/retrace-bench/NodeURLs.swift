import Glibc
import Notation

/// A node that parses lists of URLs with `new URL` and takes the time itself.
final class NodeURLs {
  private let child: pid_t
  private let commands: UnsafeMutablePointer<FILE>
  private let answers: UnsafeMutablePointer<FILE>
  /// What node calls its version.
  private(set) var version = ""

  /// Reads the lists; then, for the number of a list on a line, tells how many nanoseconds a URL took.
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

  /// Starts node, which is given the lists through a file; nil where there is none.
  init?(_ lists: [[String]], in folder: WorkFolder) throws(BenchFailure) {
    let path = folder.path + "/urls.json"
    try Self.write(lists, to: path)
    guard let ends = ChildRun.start(["node", "-e", Self.program, path]) else { return nil }
    (child, commands, answers) = (ends.child, ends.input, ends.output)
    // Without node, the child ends and says nothing.
    guard let version = readLine() else { return nil }
    self.version = version
  }

  deinit {
    fclose(commands)
    fclose(answers)
    waitpid(child, nil, 0)
  }

  /// Parses a list once; the time of one URL in nanoseconds.
  func time(list: Int) throws(BenchFailure) -> Double {
    fputs("\(list)\n", commands)
    fflush(commands)
    guard let line = readLine(), let time = Double(line) else {
      throw BenchFailure(message: "node gave no answer.")
    }
    return time
  }

  private func readLine() -> String? {
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), answers) != nil else { return nil }
    let end = line.firstIndex { $0 == 0x0A || $0 == 0 } ?? line.count
    return String(decoding: line[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func write(_ lists: [[String]], to path: String) throws(BenchFailure) {
    var json = JSONWriter()
    json.array { json in
      for list in lists {
        json.array { json in for text in list { json.value(text) } }
      }
    }
    guard let file = fopen(path, "w") else { throw .system("make", path) }
    fwrite(json.bytes, 1, json.bytes.count, file)
    guard fclose(file) == 0 else { throw .system("write", path) }
  }
}
