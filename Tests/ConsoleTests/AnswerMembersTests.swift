import Notation
import Testing

@testable import CommandKit

/// The JSON and the shape of an answer, which result from one list of members.
@Suite struct AnswerMembersTests {
  private struct Page: AnswerObject {
    var id = 7
    var title: String?
    var isPinned = false
    var links: [String]?

    static let members = AnswerMembers<Self> { page in
      page.member("id", "as in “#7”") { $0.id }
      page.member("title") { $0.title }
      page.flag("pinned") { $0.isPinned }
      page.optional("note") { $0.title.map { "about \($0)" } }
      page.object("parts", "of it") { parts in
        parts.member("double") { $0.id * 2 }
        parts.map("counts") { [("a", $0.id)] }
      }
      page.optionalList("links") {
        $0.links
      } of: { link in
        link.member("url") { $0 }
      }
    }
  }

  private func json(_ value: some JSONValue) -> String {
    var json = JSONWriter()
    json.value(value)
    return json.text
  }

  @Test func `members are written in order, and optional members only if they have a value`() {
    #expect(json(Page()) == #"{"id":7,"title":null,"parts":{"double":14,"counts":{"a":7}}}"#)
    #expect(
      json(Page(title: "T", isPinned: true, links: ["x"]))
        == #"{"id":7,"title":"T","pinned":true,"note":"about T","#
        + #""parts":{"double":14,"counts":{"a":7}},"links":[{"url":"x"}]}"#)
  }

  @Test func `the shape has the same members`() {
    #expect(
      Page.shape
        == .object([
          .required("id", .integer, "as in “#7”"), .required("title", .nullable(.string)),
          .optional("pinned", .flag), .optional("note", .string),
          .required(
            "parts",
            .object([.required("double", .integer), .required("counts", .map(.integer))]), "of it"),
          .optional("links", .array(.object([.required("url", .string)]))),
        ]))
    #expect([Page]?.shape == .nullable(.array(Page.shape)))
  }

  @Test func `lists of members are joined in order`() {
    let members = AnswerMembers<[Int]>("numbers", "all").and(AnswerMembers<Bool>("isLast"))
    #expect(members.document(([1, 2], true)).text == #"{"numbers":[1,2],"isLast":true}"#)
    #expect(
      members.shape
        == .object([.required("numbers", .array(.integer), "all"), .required("isLast", .boolean)]))
  }
}
