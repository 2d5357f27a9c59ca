internal import CommandKit
internal import ExchangeFormats

extension HelpTopic {
  /// All pages, in the order in which help lists them.
  static let all = [
    tutorial, keys, points, quoting, settings, configuration, formats, browsers, json,
  ]

  static let tutorial = HelpTopic(
    "tutorial", "the first ten minutes, with commands to type", tutorialParts)
  static let keys = HelpTopic(
    "keys", "the keys of the prompt", keysParts)
  static let points = HelpTopic(
    "points", "how to name a moment of the past", pointsParts)
  static let quoting = HelpTopic(
    "quoting", "words, quotes, comments and several commands in a line", quotingParts)
  static let settings = HelpTopic(
    "settings", "what each setting does", settingsParts)
  static let configuration = HelpTopic(
    "configuration", "aliases, colours, and the file that defines them", configurationParts)
  static let formats = HelpTopic(
    "formats", "what can be imported and exported", formatsParts)
  static let browsers = HelpTopic(
    "browsers", "your own browser: what is recorded, and how to forget it", browsersParts)
  static let json = HelpTopic(
    "json", "answers for programs", jsonParts)

  private static let tutorialParts: [Part] = [
    .paragraph(
      "Nothing is ever lost: each command becomes an event in a log, and the state is built from "
        + "the events. Type these lines one after the other, preferably in “retrace --memory”, "
        + "which stores nothing on disk."),
    .rows([
      ("open swift.org", "open a tab; the prompt shows it"),
      ("open example.com", "open another tab, which is now the active tab"),
      ("go example.com/a", "go to a page in the same tab"),
      ("back", "go back; “forward” goes forward again"),
      ("tabs", "list the open tabs, each with its number and id"),
      ("close swift", "close a tab by a word; 1 or #2 would work too"),
    ]),
    .paragraph("The tab is closed, but not lost. There are several ways to restore it:"),
    .rows([
      ("closed", "list what was closed, and when"),
      ("find swift", "search everything; shows the command that opens a page"),
      ("undo", "undo your last action; marks and branches are kept"),
      ("redo", "redo the undone action"),
      ("reopen", "reopen the item that closed last, with its history"),
    ]),
    .paragraph("You can also look at the past:"),
    .rows([
      ("log", "list everything that happened, each event with its number"),
      ("at 4", "show everything as it was after event 4"),
      ("tabs", "list the tabs of that moment; nothing can be written here"),
      ("now", "return to the present"),
      ("diff 4", "show what has changed since then"),
      ("mark before-lunch", "name this moment; “at before-lunch” shows it again"),
      ("why 1", "list the events that explain the first tab"),
    ]),
    .paragraph("“help” lists all commands, and “help undo” describes one of them."),
  ]

  private static let keysParts: [Part] = [
    .rows([
      ("TAB", "complete a word, or list what matches"),
      ("Right, Ctrl-E", "accept the dim hint after the cursor: a page, or an earlier line"),
      ("Ctrl-Right, Alt-Right", "accept one word of the hint"),
      ("Up, Down", "show earlier and later lines that contain the typed text"),
      ("Ctrl-R", "search earlier lines; Ctrl-R again for an older one, Escape to stop"),
      ("Ctrl-A, Ctrl-E", "move to the beginning or the end of the line"),
      ("Ctrl-Left, Ctrl-Right", "move one word to the left or right; so do Alt-Left and Alt-Right"),
      (
        "Ctrl-W, Ctrl-K, Ctrl-U",
        "delete the previous word, the rest of the line, or the "
          + "whole line"
      ),
      ("Ctrl-_", "undo a change to the line"),
      ("Ctrl-X Ctrl-E", "edit the line in $VISUAL or $EDITOR; Enter then runs it"),
      ("Ctrl-L", "clear the screen"),
      ("Ctrl-C", "discard the line, or stop the running command"),
      ("Ctrl-D", "leave, on an empty line"),
      ("Ctrl-Z", "suspend Retrace; “fg” resumes it"),
    ]),
    .paragraph(
      "While you type, errors are red, quoted text is green, and comments are dim."
    ),
    .paragraph(
      "The keys are those of libedit. In ~/.editrc, “bind -v” switches to the keys of vi, and "
        + "“bind” binds other keys. A quote that is open at Enter continues on the next line. "
        + "Several pasted lines run one after the other when Enter is pressed."
    ),
  ]

  private static let pointsParts: [Part] = [
    .paragraph(
      "A POINT is a moment of the past, for “at”, “diff”, “restore”, “branch”, --since and other "
        + "options:"),
    .rows([
      ("42", "after event 42"),
      ("-5", "before the last five events"),
      ("before-lunch", "the moment with this mark"),
      ("start, now", "before the first event; the present"),
      ("14:05, 8am, noon", "the most recent such time"),
      ("90min ago, 2h, 3d, 2w", "that long ago"),
      ("yesterday, monday, 20 Nov", "the beginning of that day"),
      ("yesterday 8:30pm", "a time of that day"),
      ("this morning", "today at 6:00; an afternoon begins at 12:00, an evening at 18:00"),
      ("2026-11-20 14:05", "a time of any day"),
    ]),
    .paragraph(
      "A time means the newest event that is not later. Times are local, as shown in lists. A mark "
        + "with the same name takes precedence; write @ before a time to avoid this: @noon."),
  ]

  private static let quotingParts: [Part] = [
    .rows([
      ("open \"two words\"", "double or single quotes keep spaces inside a word"),
      ("bookmark --title='My page'", "the same works for the value of an option"),
      ("page title 'say '\"it's\"", "adjacent quoted parts form one word"),
      ("go it's here", "a quote inside a word is an ordinary character"),
      (
        "page title \"say \\\"hi\\\"\"",
        "inside double quotes, \\\" means \" and \\\\ means \\"
      ),
      (
        "tabs; windows",
        "run two commands; with “&&” instead of “;”, the second runs only if the first succeeds"
      ),
      ("go a.example ; tabs", "after an address or text, write a space before “;” or “&&”"),
      ("# a note", "a comment, only at the start of a line"),
      ("go ^ & * $ + # %", "these characters have no special meaning"),
      ("open -- --help", "after “--”, nothing is an option"),
      ("mark -- list", "use a name that is also a subcommand"),
    ]),
    .paragraph(
      "An address or text of several words needs no quotes: the words are joined with one space. A "
        + "negative number is never an option."),
  ]

  /// The settings with their descriptions.
  static let eachSetting = [
    (
      "historyLimit",
      "the maximum number of pages in a tab's history, 1 to 1000; the oldest are "
        + "dropped first"
    ),
    ("searchTemplate", "the default search: a URL with {searchTerms}"),
    ("searchEngines", "more search engines: KEYWORD=TEMPLATE, separated by spaces"),
    ("homePage", "the page that “home” opens"),
    ("zoomLadder", "the levels of “zoom in” and “zoom out”: increasing percentages from 25 to 500"),
    ("proposalDays", "the days after which a proposal expires if nobody answers it, 1 to 3650"),
  ]

  private static let settingsParts: [Part] = [
    .paragraph(
      "“set” lists the settings, “set NAME VALUE” changes one, and “set NAME --default” resets "
        + "it."),
    .rows(eachSetting),
    .paragraph(
      "A change of a setting is an event like any other: “undo” reverts it, and “why NAME” shows "
        + "which events made it."
    ),
    .paragraph(
      "“help configuration” describes aliases, colours, and their file."),
  ]

  private static let configurationParts: [Part] = [
    .paragraph(
      "At its start, a prompt runs the commands in ~/.config/retrace/retracerc, or in the same "
        + "file below XDG_CONFIG_HOME. The file is a script like any other. A line that fails is "
        + "reported, and the lines after it still run. --no-rc skips the file; scripts and single "
        + "commands never run it."),
    .rows([
      ("alias t = tabs", "define a name for a command"),
      ("color string cyan", "colours by role:"),
      ("  error", "failures, and errors in the line"),
      ("  string, comment", "quoted text in the line; a comment"),
      ("  hint, prompt", "the hint after the line; the prompt before it"),
      ("color error red bold", "several attributes; “plain” removes them"),
    ]),
    .paragraph(
      "Words after an alias are passed to its command. Put several commands in quotes: alias n = "
        + "'next ; tabs'. Attributes are bold, dim, italic, underline, reverse, red, green, "
        + "yellow, blue, magenta and cyan. “alias” and “color” without arguments list the "
        + "definitions; “alias --remove NAME” removes one."),
  ]

  private static let formatsParts: [Part] = [
    .paragraph(
      "“import FILE” detects the format of a file; use --format if that fails. If FILE is the "
        + "folder of a browser's profile, everything in the folder is imported."),
    .rows(FileFormat.allCases.map { ($0.rawValue, $0.summary) }),
    .paragraph("“export FORMAT FILE” writes:"),
    .rows(ExportFormat.allCases.map { ($0.rawValue, $0.summary) }),
  ]

  private static let browsersParts: [Part] = [
    .paragraph(
      "“live install” connects the browser that you use every day. An extension reports what "
        + "happens there to the program retrace-live on this computer, which records it in a "
        + "profile, and performs your commands in the browser. Nothing is sent anywhere else."),
    .rows([
      ("live install firefox", "connect Firefox; the answer names the step left in the browser"),
      ("live", "list the connected browsers, and the tabs that did not come back"),
      ("live repair", "reopen the tabs that a browser has not restored after its start"),
      ("live remove firefox", "disconnect it; what was recorded stays"),
    ]),
    .paragraph(
      "Retrace records windows, tabs, groups, the addresses and titles of pages, their Back and "
        + "Forward lists, zoom, and scroll positions. The toolbar popup asks before it records "
        + "bookmarks or small pictures of pages, and opens the page of “inspect”. Retrace never "
        + "records private windows, passwords in addresses, form data, or the contents of pages. "
        + "Each browser has a profile with its name. To work on Firefox's profile, start "
        + "“retrace --profile ~/.local/share/retrace/firefox”:"),
    .rows([
      ("close --duplicates", "close these tabs in Firefox"),
      ("undo", "take back the last action, no matter where it happened"),
    ]),
    .paragraph("You decide what is recorded, and can remove it afterwards:"),
    .rows([
      ("live never bank.example", "record no page of this site, in any browser"),
      ("live pause", "record nothing until “live resume”"),
      ("forget --site bank.example", "in the browser's profile: remove what was recorded before"),
    ]),
    .paragraph(
      "The browser asks for access to all websites, because only a page can tell its place in the "
        + "Back and Forward list. The extension changes no page."),
    .paragraph(
      "Some things are beyond an extension. A closed tab is reopened with its list only if it is "
        + "among the last 25 that the browser has closed. Otherwise its page is loaded, and Back "
        + "loads the page before. Pages visited before the connection are unknown until you return "
        + "to them, and “history” says how many there are."),
    .paragraph(
      "All profiles of one Firefox are recorded in the same profile, as “Firefox”, “Firefox 2”, "
        + "and so on. Each has its own windows, and “windows” shows which. “help live” says which "
        + "of them opens a new window."),
  ]

  private static let jsonParts: [Part] = [
    .paragraph(
      "With --json each command prints one object on one line, and nothing else on standard "
        + "output. “help json COMMAND” lists the members, with a “?” after optional members. With "
        + "--json, “help json COMMAND” prints the JSON Schema of the answer."),
    .rows([
      ("help json tabs", "the members of the answer of “tabs”"),
      ("help json Event", "the members of a thing that answers contain"),
      ("help --schema", "all commands with their arguments and answers, in OpenRPC"),
      (
        "retrace --json tabs",
        "the open tabs; ids are numbers, and members are named as in WebExtensions"
      ),
      ("retrace --json state", "the complete state"),
      ("retrace --json log", "the events"),
    ]),
    .paragraph(
      "Commands that write print {\"sequence\":N,\"events\":[…]}: the number of the newest event, "
        + "and the appended events. A refusal is {\"error\":{\"code\":…,\"message\":…}}, with "
        + "status 1; codes stay the same, messages may change. Later versions may add members, but "
        + "never rename them. Times are in UTC. Ids of private things are negative."
    ),
    .paragraph(
      "Status: 0 done; 1 refused or failed; 2 wrong usage; 3 the profile cannot be opened or does "
        + "not exist; 4 the profile is damaged, so the answer may be incomplete (“damaged” "
        + "contains the numbers of the damaged events); 130 interrupted."),
  ]
}
