/// The kind of a word on a command line, which determines how it is parsed and completed.
package enum ValueKind: Hashable, Sendable {
  /// A tab: a position in the focused window (`3`) or another window (`2:3`), an id (`#4711`) or
  /// words. A ``Reference``.
  case tab
  /// A window: a position, an id or words. A ``Reference``.
  case window
  /// A tab group: a position, an id or words. A ``Reference``.
  case group
  /// A bookmark or folder: a position, an id or words. A ``Reference``.
  case bookmark
  /// A closed item: a position, an id or words. A ``Reference``.
  case closedItem
  /// A page of the active tab's history: a number of steps, an id or words. A ``Reference``.
  case entry
  /// An event by its number, with or without `#`: `42`, `#42`, `#-5`. A ``Reference``.
  case event
  /// Text typed into the address field; several words are joined by one space.
  case address
  /// Any text; several words are joined by one space.
  case text
  /// Words to search for in titles and addresses of pages; several words are joined by one space.
  case words
  /// A host, in the form used in addresses: `example.com`.
  case site
  /// A condition on a state. Several words are joined by one space, and quotes are kept.
  case expression
  /// The subject of `why`: a tab, `#4711`, `zoom example.com`, `bookmark 2`.
  case thing
  /// One word.
  case word
  /// One of these words.
  case choice([String])
  /// A whole number.
  case integer
  /// A whole number from 1.
  case positive
  /// A whole number with or without `%`. An integer.
  case percent
  /// A file. `~/` at the beginning is the user's home folder, and `~name/` is the home folder of
  /// another user.
  case file
  /// The folder of a profile, in the same notation as a ``file``.
  case profile
  /// A folder of bookmarks, as a path.
  case folder
  /// Tags of bookmarks, separated by commas.
  case tags
  /// A folder of bookmarks, or words to search for; several words are joined by one space.
  case folderOrWords
  /// A position in the log: `1234`, `-5`, `@14:00`, a mark's name. A ``Point``.
  case point
  /// A mark's name.
  case mark
  /// A branch's name.
  case branch
  /// A proposal's name.
  case proposal
  /// A run of a program, by the program and one of its events: `tidier/17`, or only an event.
  case run
  /// A kind of event, such as `tab.closed`, or a family of kinds, such as `tab`.
  case eventKind
  /// The name of a program that writes events.
  case agent
  /// A device that shares the profile, by its name or its number.
  case device
  /// A device other than this device.
  case otherDevice
  /// A setting's name.
  case setting
  /// The name of a custom value.
  case valueName
  /// The name of a command; several words are joined by one space.
  case command
  /// A command line, which consists of all remaining words, including options. Quotes are kept.
  case commandLine
  /// The subject of `help`: a command, a ``HelpTopic``, or a group such as `@zoom`.
  case topic

  /// Whether several words form one value.
  package var joinsWords: Bool {
    switch self {
    case .address, .text, .words, .expression, .thing, .folderOrWords, .command, .commandLine,
      .topic:
      true
    default: false
    }
  }

  /// Whether one word can list several values by number: `1,4`, `3-7`.
  var isListed: Bool { isNamedByWords || self == .event }

  /// Whether a thing of this kind can be specified by words.
  package var isNamedByWords: Bool {
    switch self {
    case .tab, .window, .group, .bookmark, .closedItem, .entry: true
    default: false
    }
  }
}
