internal import Notation

/// A prompt that the user can choose in the agent's program.
struct AgentPrompt: Sendable {
  let name: String
  let sentence: String
  /// The name of its argument, or nil if it has none.
  var argument: (name: String, sentence: String)?
  /// The text, which ends with the argument, if there is one.
  let text: String

  static let all = [
    AgentPrompt(
      name: "tidy", sentence: "Propose groups for the open tabs, and tabs to close.",
      text: "Look at my open tabs with “overview” and “tabs”. Group the tabs that belong together, "
        + "and close duplicates and tabs that I have not used for a long time. Work on your branch, "
        + "and hand it over with “propose”, with a sentence for each decision. Don't touch pinned "
        + "tabs, and don't bring anything to the front."),
    AgentPrompt(
      name: "today", sentence: "Summarise today's browsing.",
      text:
        "What did I do today? Use “log” and “visits” with “since” set to “today”, as far as you "
        + "may use them, and “tabs”. Answer with a short summary by subject, with the pages that "
        + "mattered."),
    AgentPrompt(
      name: "find_again", sentence: "Find a page that was seen before.",
      argument: ("about", "What the page was about."),
      text: "Find a page again that I have seen. Use “find” with different words from titles and "
        + "addresses. Say where the page is: in a tab, behind Back, closed, bookmarked, or "
        + "visited. Don't open it before I agree. The page was about: "),
  ]

  /// The description of the prompt in `prompts/list`.
  var description: JSON {
    .members(
      ("name", .string(name)), ("description", .string(sentence)),
      (
        "arguments",
        argument.map { argument in
          .array([
            .members(
              ("name", .string(argument.name)), ("description", .string(argument.sentence)),
              ("required", .bool(true)))
          ])
        }
      )
    )
  }

  /// Returns the answer of `prompts/get`.
  func answer(_ value: String) -> JSON {
    .members(
      ("description", .string(sentence)),
      (
        "messages",
        .array([
          .members(
            ("role", .string("user")),
            (
              "content",
              .members(
                ("type", .string("text")), ("text", .string(argument == nil ? text : text + value)))
            )
          )
        ])
      )
    )
  }
}
