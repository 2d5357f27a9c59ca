internal import CommandKit

extension HelpTopic {
  /// All pages, in the order in which help lists them.
  static let all = [
    tutorial, keys, points, quoting, settings, configuration, formats, json,
  ]

  static let tutorial = HelpTopic(
    "tutorial", "the first ten minutes, to be typed along", tutorialParts)
  static let keys = HelpTopic(
    "keys", "the keys of the prompt", keysParts)
  static let points = HelpTopic(
    "points", "how to name a moment of the past", pointsParts)
  static let quoting = HelpTopic(
    "quoting", "words, quotes, comments and several commands in a line", quotingParts)
  static let settings = HelpTopic(
    "settings", "what each setting does", settingsParts)
  static let configuration = HelpTopic(
    "configuration", "aliases and colours, and the file for them", configurationParts)
  static let formats = HelpTopic(
    "formats", "what can be imported and exported", formatsParts)
  static let json = HelpTopic(
    "json", "answers for programs", jsonParts)

  private static let tutorialParts: [Part] = [
    .paragraph(
      "Nothing is ever lost here: each command becomes an event in a log, and what you see is "
        + "built from the events. Type these lines one after the other, best in “retrace "
        + "--memory”, which keeps nothing on disk."),
    .rows([
      ("open swift.org", "a tab; the prompt shows it"),
      ("open example.com", "another one, which has the focus now"),
      ("go example.com/a", "on in the same tab"),
      ("back", "and back again; “forward” goes on"),
      ("tabs", "what is open, each with its number and its id"),
      ("close swift", "words name a tab, and so do 1 and #2"),
    ]),
    .paragraph("It is gone, but not lost. There are several ways to get it back:"),
    .rows([
      ("closed", "what was closed, and when"),
      ("find swift", "searches everything, and shows the line that brings a page back"),
      ("undo", "takes back what you did last; marks and branches stay"),
      ("redo", "and does it again"),
      ("reopen", "opens what closed last, with its history"),
    ]),
    .paragraph("You can look at the past, too:"),
    .rows([
      ("log", "all that happened, each event with its number"),
      ("at 4", "everything as it was when event 4 had just happened"),
      ("tabs", "the tabs of that moment; nothing can be written here"),
      ("now", "back to the present"),
      ("diff 4", "what has changed since then"),
      ("mark before-lunch", "a name for this moment; “at before-lunch” comes back to it"),
      ("why 1", "which events made the first tab what it is"),
    ]),
    .paragraph("“help” lists all commands, “help undo” tells everything about one."),
  ]

  private static let keysParts: [Part] = [
    .rows([
      ("TAB", "complete a word, or list what fits"),
      ("Right, Ctrl-E", "take the dim hint after the cursor: a page, or an earlier line"),
      ("Ctrl-Right, Alt-Right", "take one word of the hint"),
      ("Up, Down", "show earlier and later lines that contain what is typed"),
      ("Ctrl-R", "search the earlier lines; Ctrl-R again for an older one, Escape to stay"),
      ("Ctrl-A, Ctrl-E", "to the beginning and to the end of the line"),
      ("Ctrl-Left, Ctrl-Right", "a word to the left, to the right; Alt does the same"),
      ("Ctrl-W, Ctrl-K, Ctrl-U", "delete the word before, the rest, the whole line"),
      ("Ctrl-_", "undo a change to the line"),
      ("Ctrl-X Ctrl-E", "edit the line in $VISUAL or $EDITOR; Enter then runs it"),
      ("Ctrl-L", "clear the screen"),
      ("Ctrl-C", "drop the line, or stop what is running"),
      ("Ctrl-D", "leave, on an empty line"),
      ("Ctrl-Z", "suspend; “fg” comes back"),
    ]),
    .paragraph(
      "While a line is typed, what cannot be right is red, what is in quotes green, and a comment "
        + "dim."
    ),
    .paragraph(
      "Keys are those of libedit: “bind -v” in ~/.editrc changes to the keys of vi, and “bind” "
        + "binds others. A quote that is open at Enter goes on in the next line, and several "
        + "pasted lines run one after the other, when Enter is pressed."
    ),
  ]

  private static let pointsParts: [Part] = [
    .paragraph(
      "A POINT is a moment of the past, for “at”, “diff”, “restore”, “branch”, --since and "
        + "others:"),
    .rows([
      ("42", "when event 42 had just happened"),
      ("-5", "before the last five events"),
      ("before-lunch", "the moment with that mark"),
      ("start, now", "before the first event; the present"),
      ("14:05, 8am, noon", "the latest one"),
      ("90min ago, 2h, 3d, 2w", "so long ago"),
      ("yesterday, monday, 20 Nov", "the beginning of that day"),
      ("yesterday 8:30pm", "a time of that day"),
      ("this morning", "today at 6:00; an afternoon begins at 12:00, an evening at 18:00"),
      ("2026-11-20 14:05", "a time of any day"),
    ]),
    .paragraph(
      "A time means the newest event that is not later. Times are local, as lists show them. A "
        + "mark of the same name wins; @ before a time says that it is one: @noon."),
  ]

  private static let quotingParts: [Part] = [
    .rows([
      ("open \"two words\"", "a word in quotes may have spaces; single quotes do as well"),
      ("bookmark --title='My page'", "so may the value of an option"),
      ("page title 'say '\"it's\"", "quoted texts join where there is no space between them"),
      ("go it's here", "a quote inside a word is text"),
      (
        "page title \"say \\\"hi\\\"\"",
        "inside double quotes, \\\" and \\\\ stand for \" and \\"
      ),
      (
        "tabs; windows",
        "“;” and “&&” separate commands; the second is left out when the first fails"
      ),
      ("go a.example ; tabs", "behind an address or a text they are words of their own"),
      ("# a note", "a comment, at the start of a line alone"),
      ("go ^ & * $ + # %", "elsewhere these characters are text"),
      ("open -- --help", "behind “--” nothing is an option"),
      ("mark -- list", "a name that is the word of another command"),
    ]),
    .paragraph(
      "Several words for an address or a text are joined by one space, so they need no quotes. A "
        + "negative number is never an option."),
  ]

  /// What each setting does.
  static let eachSetting = [
    ("historyLimit", "how many pages a tab keeps behind Back, 1 to 1000; older ones go first"),
    ("searchTemplate", "where typed words are searched: a URL with {searchTerms} in it"),
    ("searchEngines", "others, each by a keyword: KEYWORD=TEMPLATE, separated by spaces"),
    ("homePage", "where “home” leads"),
    ("zoomLadder", "the steps of “zoom in” and “zoom out”: rising percentages from 25 to 500"),
  ]

  private static let settingsParts: [Part] = [
    .paragraph(
      "“set” lists the settings, “set NAME VALUE” changes one, “set NAME --default” puts it back."),
    .rows(eachSetting),
    .paragraph(
      "A change of a setting is an event like any other: “undo” takes it back, “why NAME” tells "
        + "who made it."
    ),
    .paragraph(
      "“help configuration” tells of aliases, of colours, and of the file for them."),
  ]

  private static let configurationParts: [Part] = [
    .paragraph(
      "A prompt begins with the commands of ~/.config/retrace/retracerc, or of the same file below "
        + "XDG_CONFIG_HOME. It is a script like any other; a line that fails is reported, and the "
        + "lines after it still run. --no-rc leaves it out; scripts and single commands never run "
        + "it."),
    .rows([
      ("alias t = tabs", "a name of one's own for a command"),
      ("color string cyan", "how things look, by their roles:"),
      ("  error", "failures, and what is wrong in the line"),
      ("  string, comment", "what is in quotes in the line; a comment"),
      ("  hint, prompt", "what could follow the line; the sign before it"),
      ("color error red bold", "several looks; “plain” is none"),
    ]),
    .paragraph(
      "What is typed after an alias goes to its command. Several commands stand in quotes: alias n "
        + "= 'next ; tabs'. Looks are bold, dim, italic, underline, reverse, red, green, yellow, "
        + "blue, magenta and cyan. “alias” and “color” alone show what there is; “alias --remove "
        + "NAME” takes one away."),
  ]

  private static let formatsParts: [Part] = [
    .paragraph(
      "“import FILE” finds out by itself what a file is; --format says so where it cannot. The "
        + "folder of a browser's profile brings all that is in it."),
    .rows([
      ("firefox-session", "windows, tabs and what was closed"),
      ("firefox-places", "visits and bookmarks: places.sqlite"),
      ("firefox-bookmarks", "a backup of bookmarks"),
      ("firefox-zoom", "the zoom of sites"),
      ("chromium-session", "windows and tabs: Session_…"),
      ("chromium-tabs", "what was closed: Tabs_…"),
      ("chromium-history", "visits: History"),
      ("chromium-bookmarks", "bookmarks: Bookmarks"),
      ("chromium-preferences", "the zoom of sites: Preferences"),
      ("firefox-android", "bookmarks and visits: browser.db, up to version 68"),
      ("safari-history", "visits: History.db"),
      ("safari-history-plist", "visits up to version 7: History.plist"),
      ("safari-bookmarks", "bookmarks: Bookmarks.plist"),
      ("safari-session", "windows and tabs"),
      ("netscape", "bookmarks as HTML, which every browser exports"),
      ("takeout", "the history and the tabs of Google Takeout"),
      ("pocket", "saved pages of Pocket, as HTML or as a table"),
      ("instapaper", "saved pages of that service, as a table"),
      ("diigo", "bookmarks of that service, as a table"),
      ("readwise", "saved pages of Readwise Reader, as a table"),
      ("wallabag", "saved pages of that service, as a table"),
      ("raindrop", "bookmarks of Raindrop.io, as a table"),
      ("csv", "any other table with a column “url”"),
      ("pinboard", "bookmarks of that service, as JSON"),
      ("buku", "bookmarks: bookmarks.db"),
      ("opera-bookmarks", "bookmarks of Opera up to version 12: bookmarks.adr"),
      ("qutebrowser-session", "windows and tabs: sessions/….yml"),
      ("qutebrowser-history", "visits: history.sqlite"),
      ("qutebrowser-quickmarks", "bookmarks: quickmarks"),
      ("qutebrowser-bookmarks", "bookmarks: bookmarks/urls"),
      ("arc", "spaces and tabs: StorableSidebar.json"),
      ("link", "one link: .url, .desktop or .webloc"),
      ("onetab", "tabs, as OneTab exports them"), ("onetab-storage", "tabs, as OneTab stores them"),
      ("tab-session-manager", "windows and tabs of that extension"),
      ("session-buddy", "collections and saved windows of that extension"),
      ("sidebery", "snapshots of windows and tabs of that extension"),
      ("opml", "outlines of links"), ("har", "archives of HTTP: the pages in them"),
      ("markdown", "lists of links"),
      ("bookmarks-csv, bookmarks-jsonl", "bookmarks, as “export” writes them"),
      ("visits-csv, visits-jsonl", "visits, as “export” writes them"),
      ("jsonl", "the log of Retrace, one line per event"),
    ]),
    .paragraph("“export FORMAT FILE” writes:"),
    .rows([
      ("netscape", "bookmarks as HTML, which every browser imports"),
      ("chromium-bookmarks", "the file Bookmarks of Chromium"),
      ("opml, csv", "bookmarks for other programs, and for spreadsheets"),
      ("firefox-session", "windows and tabs with their histories"),
      ("firefox-session-json", "the same, not packed"),
      ("onetab", "open tabs, a line each"), ("markdown", "tabs and bookmarks, to be read"),
      ("bookmarks-csv, bookmarks-jsonl", "bookmarks with all that is known of them"),
      ("visits-csv, visits-jsonl", "visited pages with time and title, the oldest first"),
      ("jsonl", "all events; “import” makes the same log of them"),
      ("svg", "a drawing of the tabs in the course of time; with --tab the trail of one"),
      ("dot", "branches and marks, or a trail, for Graphviz"),
    ]),
  ]

  private static let jsonParts: [Part] = [
    .paragraph(
      "With --json each command prints one object on one line, and nothing else on standard "
        + "output. “help json COMMAND” lists its members, those that may be left out with a “?”; "
        + "with --json it has the JSON Schema of the answer, too."),
    .rows([
      ("help json tabs", "the members of the answer of “tabs”"),
      ("help json Event", "those of a thing that answers have in them"),
      ("help --schema", "all commands with their arguments and answers, in OpenRPC"),
      (
        "retrace --json tabs",
        "what is open; ids are numbers, and fields are named as in WebExtensions"
      ),
      ("retrace --json state", "the whole state"),
      ("retrace --json log", "the events"),
    ]),
    .paragraph(
      "What writes prints {\"sequence\":N,\"events\":[…]}: the number of the newest event, and "
        + "what was appended. A refusal is {\"error\":{\"code\":…,\"message\":…}}, with status 1; "
        + "codes stay the same, messages may change. Later versions may add members; none is ever "
        + "renamed. Times are in UTC. Ids of private things are negative."
    ),
    .paragraph(
      "Status: 0 done; 1 refused or failed; 2 wrong usage; 3 the profile cannot be opened or is "
        + "not there; 4 the profile is damaged, so that an answer may lack something: then "
        + "“damaged” has the numbers of the events; 130 interrupted."),
  ]
}
