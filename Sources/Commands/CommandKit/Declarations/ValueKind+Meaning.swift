extension ValueKind {
  /// A description of the value that a program passes, without a capital and a full stop.
  package var meaning: String {
    switch self {
    case .tab:
      "a tab: its id, or a string with its position (\"3\", \"2:3\"), its id (\"#7\") or words"
    case .window: Self.meaning("a window")
    case .group: Self.meaning("a group")
    case .bookmark: Self.meaning("a bookmark or a folder")
    case .closedItem: Self.meaning("a closed item")
    case .entry:
      "a page in a tab's history: its id, or a string with the number of steps (\"2\"), its id "
        + "(\"#7\") or words"
    case .event: "the number of an event"
    case .thing:
      "an id, or a string such as \"zoom example.com\", \"bookmark 2\", a position or a setting"
    case .point:
      "the number of an event, or a string such as \"-5\", \"@14:00\", \"start\", \"now\", or the name of "
        + "a mark or a branch"
    case .address: "a URL, a domain, or text to search for"
    case .text: "text"
    case .words: "words to search for in titles and addresses"
    case .site: "a host, such as \"example.com\""
    case .expression: "a condition on a state"
    case .word: "text"
    case .choice: "one of the listed words"
    case .integer: "a whole number"
    case .positive: "a whole number from 1"
    case .percent: "a percentage"
    case .file: "the path of a file"
    case .profile: "the path of a profile"
    case .folder: "a folder of bookmarks, as a path"
    case .tags: "tags, separated by commas"
    case .folderOrWords: "a folder of bookmarks, as a path, or words to search for"
    case .mark: "the name of a mark"
    case .branch: "the name of a branch"
    case .proposal: "the name of a proposal"
    case .run:
      "a run of a program: \"NAME/17\" for the run of a program that event 17 belongs to, or only the "
        + "number of the event"
    case .eventKind: "a kind of event, such as \"tab.closed\", or a family, such as \"tab\""
    case .agent: "the name of a program"
    case .device, .otherDevice: "a device: its number or its name"
    case .setting: "the name of a setting"
    case .valueName: "the name of a custom value, such as \"app.note\""
    case .command: "a command"
    case .commandLine: "a command with its arguments"
    case .topic: "a command, a topic, or a group such as \"@zoom\""
    }
  }

  private static func meaning(_ thing: String) -> String {
    "\(thing): its id, or a string with its position (\"3\"), its id (\"#7\") or words"
  }
}
