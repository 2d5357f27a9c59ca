import Addresses
import Foundation
import TestSupport

/// Reads a request in each line of standard input, and answers with one line.
///
/// A request is a JSON object with `input` and optionally `base`. It may also contain `member` and
/// `value`, to set a member afterwards. The answer is an array of all members, or `null` if the
/// input is not a valid URL.
@main
enum URLProbe {
  private struct Case: Decodable {
    let input: String
    let base: String?
    let member: String?
    let value: String?

    var url: WebURL? {
      let base = base.flatMap { WebURL($0) }
      guard self.base == nil || base != nil, var url = WebURL(input, base: base) else { return nil }
      if let member, let value { url.set(member, to: value) }
      return url
    }
  }

  static func main() throws {
    while let line = readLine() {
      let url = try JSONDecoder().decode(Case.self, from: Data(line.utf8)).url
      let members = url.map { url in WebURL.members.map { url.member($0) ?? "" } }
      var answer = try members.map { try JSONEncoder().encode($0) } ?? Data("null".utf8)
      answer.append(UInt8(ascii: "\n"))
      FileHandle.standardOutput.write(answer)
    }
  }
}
