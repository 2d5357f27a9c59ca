import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

@Suite struct ShownURLTests {
  @Test(arguments: [
    Case("a host", "https://xn--bcher-kva.example/", "https://bücher.example/"),
    Case("a deceptive host", "https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/"),
    Case("a path", "https://a.example/stra%C3%9Fe/%E6%97%A5", "https://a.example/straße/日"),
    Case("a query", "https://a.example/?q=%E6%97%A5&p=%26", "https://a.example/?q=日&p=%26"),
    Case("a fragment", "https://a.example/#%C3%BC", "https://a.example/#ü"),
    Case("a picture", "https://a.example/%F0%9F%8E%89", "https://a.example/%F0%9F%8E%89"),
    Case("ASCII", "https://a.example/a%20b%2Fc%25", "https://a.example/a%20b%2Fc%25"),
    Case("other bytes", "https://a.example/%E6%97%FF", "https://a.example/%E6%97%FF"),
    Case("small digits", "https://a.example/%c3%bc", "https://a.example/%c3%bc"),
    Case("a space", "https://a.example/%C2%A0", "https://a.example/%C2%A0"),
    Case("a joiner", "https://a.example/a%E2%80%8Db", "https://a.example/a%E2%80%8Db"),
    Case("an override", "https://a.example/%E2%80%AEb", "https://a.example/%E2%80%AEb"),
    Case("a slash of another script", "https://a.example/%E2%88%95", "https://a.example/%E2%88%95"),
    Case("a filler", "https://a.example/%E3%85%A4", "https://a.example/%E3%85%A4"),
    Case("an opaque path", "data:text/plain,%C3%BC", "data:text/plain,ü"),
    Case("no URL", "100% xn--", "100% xn--"),
  ])
  func `a list shows a URL with readable characters if it remains the same URL`(
    row: Case<String, String>
  ) {
    #expect(shownURL(row.input, art: .unicode).text == row.expected)
    #expect(shownURL(row.input, art: .ascii).text == row.input)
  }

  @Test(arguments: [
    ("C.UTF-8", "https://bücher.example/日"), ("C", "https://xn--bcher-kva.example/%E6%97%A5"),
  ])
  func `lists and sentences show a URL in the characters of the locale`(
    locale: String, shown: String
  ) throws {
    let lines = [
      "tabs", "history", "trail", "bookmarks", "visits", "find b", "log", "diff start", "close 1",
      "closed",
    ]
    let url = "https://xn--bcher-kva.example/%E6%97%A5"
    let run = try RetraceProcess.run(
      ["--memory", "--echo"],
      input: (["open \(url)", "bookmark \(url)"] + lines).map { $0 + "\n" }.joined(),
      environment: ["LANG": locale])
    let answers = run.output.split(separator: "> ").dropFirst(2)
    #expect(answers.count == lines.count)
    for answer in answers { #expect(answer.contains(shown), "\(answer)") }
  }
}
