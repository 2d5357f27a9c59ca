import Foundation
import TestSupport
import Testing

/// `import` on the command line. The console starts the helper program.
@Suite struct ImportCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><DT><H3>Work</H3><DL><DT><A HREF="https://a.example/">A</A></DL>
      <DT><A HREF="java&#9;script:void(0)">Script\u{1B}[31m</A>
      <DT><A HREF="b0rked\u{1B}[31m">Broken</A></DL>
      """.utf8
    ).write(to: folder.url.appending(path: "b.html"))
  }

  private func retrace(_ arguments: String...) throws -> Subprocess {
    try RetraceProcess.run(
      ["-p", folder.profile] + RetraceProcess.clock + arguments, in: folder.url)
  }

  @Test func `an import is summarized, and can be undone`() throws {
    let run = try retrace("-c", "import b.html", "-c", "bookmarks", "-c", "undo", "-c", "bookmarks")
    #expect(
      run.output == """
        The bookmark “Broken” was left out: “b0rked\\u{1b}[31m” is not an address.
        Imported 2 bookmarks, 1 folder.
        1  #1  Work/
        2  #2    A — https://a.example/
        3  #3  Script\\u{1b}[31m — javascript:void(0)
        undid: an import of 3 events
        There are no bookmarks.

        """)
    #expect(run.status == 0)
  }

  @Test func `an imported script is opened only with --allow-script`() throws {
    let run = try retrace("-c", "import b.html", "-c", "bookmark open #3")
    #expect(run.status == 1)
    #expect(run.errors.hasSuffix("This bookmark is a script; --allow-script runs it.\n"))
    #expect(try retrace("tabs").output == "No tab is open.\n")
    #expect(try retrace("bookmark", "open", "#3", "--allow-script").status == 0)
  }

  @Test func `data that cannot be imported is counted`() throws {
    try Data(
      #"""
      {"version":["sessionrestore",1],"windows":[{"title":"Name","tabs":[
       {"userContextId":3,"entries":[{"url":"https://a.example/","scroll":"far down"}]},
       {"userContextId":3,"new":1,"entries":[{"url":"https://b.example/"}]}]}]}
      """#.utf8
    ).write(to: folder.url.appending(path: "s.json"))
    #expect(
      try retrace("import", "s.json").output == """
        Imported 1 window, 2 tabs.
        Left out, because Retrace does not support it: 1 scroll position, 1 name of a window, \
        1 unknown field.

        """)
    let json = try retrace("--json", "import", "s.json", "--dry-run").output
    #expect(
      json.contains(#""leftOut":{"scroll":1,"windowTitles":1,"otherFields":1}"#))
  }

  @Test func `imported closed tabs keep their times and order`() throws {
    try Data(
      #"""
      {"version":["sessionrestore",1],"windows":[{"tabs":[{"entries":[{"url":"https://open.example/"}],
       "index":1}],"selected":1,"_closedTabs":[{"state":{"entries":[{"url":"https://closed.example/"}],
       "index":1},"pos":1,"closedAt":1500000100000,"closedId":1}]}],"selectedWindow":1,
       "_closedWindows":[{"tabs":[{"entries":[{"url":"https://w.example/"}],"index":1}],"selected":1,
       "closedAt":1400000000000,"closedId":2}]}
      """#.utf8
    ).write(to: folder.url.appending(path: "s.json"))
    _ = try retrace("-c", "open a.example", "-c", "open mine.example", "-c", "close")
    _ = try retrace("import", "s.json")
    let answer = try #require(
      JSONSerialization.jsonObject(with: Data(try retrace("--json", "closed").output.utf8))
        as? [String: Any])
    let items = try #require(answer["closed"] as? [[String: Any]])
    let urls = items.map { (($0["tabs"] as? [[String: Any]])?.first?["url"] as? String) ?? "" }
    #expect(urls == ["https://mine.example/", "https://closed.example/", "https://w.example/"])
    #expect(
      items.dropFirst().map { $0["closedAt"] as? String } == [
        "2017-07-14T02:41:40.000Z", "2014-05-13T16:53:20.000Z",
      ])
    let lines = try retrace("closed").output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].contains("2017"))
    #expect(lines[2].contains("2014"))
    #expect(try retrace("reopen").output.contains("mine.example"))
    #expect(try retrace("reopen").output.contains("closed.example"))
  }

  @Test func `JSON contains the counts and the problems`() throws {
    let run = try retrace("--json", "import", "b.html", "--dry-run")
    #expect(run.output.hasPrefix(#"{"import":{"windows":0,"tabs":0,"#))
    #expect(run.output.contains(#""bookmarks":2,"folders":1"#))
    #expect(run.output.contains(#""problemCount":1"#))
    #expect(run.output.hasSuffix("\"dryRun\":true}}\n"))
    #expect(try folder.names == ["b.html"])
  }

  @Test func `JSON contains the appended events, as for every command that writes`() throws {
    let run = try retrace("--json", "import", "b.html")
    let answer = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(answer.keys.sorted() == ["events", "import", "sequence"])
    #expect(answer["sequence"] as? Int == 3)
    let events = try #require(answer["events"] as? [[String: Any]])
    #expect(events.map { $0["sequence"] as? Int } == [1, 2, 3])
    #expect(
      events.map { $0["kind"] as? String } == [
        "bookmark.added", "bookmark.added", "bookmark.added",
      ])
    let again = try retrace("--json", "import", "b.html")
    #expect(again.output.hasSuffix(#","sequence":3,"events":[]}"# + "\n"))
  }

  @Test func `an import that fails is an error of the command`() throws {
    let missing = try retrace("import", "nothing.html")
    #expect(missing.status == 1)
    #expect(
      missing.errors == "retrace: “nothing.html” cannot be read: No such file or directory.\n")
    let unknown = try retrace("--json", "import", "b.html", "--format", "x")
    #expect(unknown.status == 2)
    #expect(
      unknown.output.hasPrefix(#"{"error":{"code":"badValue","message":"--format needs one of"#))
  }

  @Test func `an import is rejected in memory, at a past moment, and with --read-only`() throws {
    let memory = try RetraceProcess.run(["--memory", "import", "b.html"], in: folder.url)
    #expect(memory.status == 1)
    #expect(memory.errors.contains("use a profile"))
    #expect(try retrace("open", "a.example").status == 0)
    #expect(try retrace("--at", "0", "import", "b.html").status == 1)
    #expect(try retrace("--read-only", "import", "b.html").status == 1)
    #expect(try retrace("bookmarks").output == "There are no bookmarks.\n")
  }

  @Test func `a missing helper program is reported`() throws {
    let alone = folder.url.appending(path: "retrace")
    try URL.copyBuiltProgram("retrace", to: alone)
    let run = try Subprocess.run(
      alone.path, ["-p", folder.profile, "import", "b.html"],
      environment: ["PATH": "/nowhere"])
    #expect(run.status == 1)
    #expect(run.errors.contains("retrace-exchange"))
    #expect(run.errors.contains("neither next to retrace nor on PATH"))
  }

  @Test func `values that begin with a dash are passed to the helper program`() throws {
    try FileManager.default.copyItem(
      atPath: "\(folder.path)/b.html", toPath: "\(folder.path)/-b.html")
    #expect(try retrace("import", "--into=-old/-x", "--", "-b.html").status == 0)
    #expect(try retrace("bookmarks").output.contains("-x"))
  }

  @Test(arguments: [[], ["exchange"], ["import", "b.html", "--what"], ["export", "what"]])
  func `the helper program rejects calls that do not come from the console`(words: [String]) throws
  {
    let run = try Subprocess.run(
      URL.builtProgram("retrace-exchange").path, words, in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors.contains("Use “retrace” instead of this program"))
    #expect(try folder.names == ["b.html"])
  }

  @Test func `an import on a branch stays on the branch`() throws {
    let run = try retrace(
      "-c", "branch other", "-c", "switch other", "-c", "import b.html", "-c", "switch main", "-c",
      "bookmarks")
    #expect(run.output.hasSuffix("There are no bookmarks.\n"))
    #expect(run.output.contains("Imported 2 bookmarks, 1 folder."))
  }
}
