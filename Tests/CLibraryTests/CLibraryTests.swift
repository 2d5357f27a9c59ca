import Foundation
import TestSupport
import Testing

/// Installs the library for C, and links, loads and runs it like other programs.
@Suite(
  .enabled(if: InstalledLibrary.canBeBuilt, "cc, clang++, ld.lld or pkg-config is not installed"))
struct CLibraryTests {
  private let installed: InstalledLibrary

  init() throws { installed = try InstalledLibrary.shared.get() }

  // MARK: The installation

  @Test func `it exports only the functions in its header, with a version`() throws {
    let declared = try InstalledLibrary.declaredFunctions()
    #expect(declared.count > 20)
    let dynamic = try installed.shell("nm -D --defined-only \(installed.library.path)")
    let exported = dynamic.output.split(separator: "\n").compactMap {
      $0.split(separator: " ").last
    }
    #expect(
      Set(exported.map(String.init)) == Set(declared.map { "\($0)@@RETRACE_1" }))
    let archive = installed.prefix.appending(path: "lib/libretrace.a").path
    let linked = try installed.shell("nm -g --defined-only \(archive) 2>/dev/null")
    let global = linked.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").count == 3 ? line.split(separator: " ").last.map(String.init) : nil
    }
    #expect(Set(global) == declared)
  }

  @Test func `it links only LMDB and the C library, and has its own name`() throws {
    let dynamic = try installed.shell("readelf -d \(installed.library.path)").output
    let needed = dynamic.matches(of: #/NEEDED.*\[(.*)\]/#).map { String($0.1) }
    #expect(
      Set(needed).subtracting(["libm.so.6", "libc.so.6", "ld-linux-x86-64.so.2"])
        == ["liblmdb.so.0"])
    #expect(dynamic.contains(#/SONAME.*\[libretrace\.so\.1\]/#))
  }

  @Test func `the manual page and the Python module mention every function`() throws {
    let page = try String(
      contentsOf: installed.prefix.appending(path: "share/man/man3/retrace.3"), encoding: .utf8)
    let module = try String(
      contentsOf: InstalledLibrary.python.appending(path: "retrace/__init__.py"), encoding: .utf8)
    for function in try InstalledLibrary.declaredFunctions() {
      #expect(page.contains("\(function)("), "\(function)")
      let name = function.dropFirst("retrace_".count)
      #expect(module.contains("\"\(name)\""), "\(function)")
    }
  }

  @Test(.enabled(if: InstalledLibrary.has("mandoc"), "mandoc is not installed"))
  func `the manual page is well-formed`() throws {
    let lint = try installed.shell(
      "mandoc -T lint -W warning \(installed.prefix.path)/share/man/man3/retrace.3")
    #expect(lint.output == "")
    #expect(lint.status == 0)
  }

  @Test func `the header is valid C++`() throws {
    let run = try installed.shell(
      "clang++ -Wall -Wextra -Werror -pedantic -fsyntax-only -x c++ \(InstalledLibrary.header.path)"
    )
    #expect(run.errors == "")
  }

  // MARK: The examples

  /// The common output. The reply of `pin` is not included, because each example prints it in its
  /// own way.
  private static let said = """
    Two tabs:
      #2  https://swift.org/documentation
    > #5  https://duckduckgo.com/?q=what+is+an+event+log
    Back in the first, without the second:
    > #2  Swift - https://swift.org/
    Undone:
      #2  Swift - https://swift.org/
    > #5  https://duckduckgo.com/?q=what+is+an+event+log
    As it was before Back:
      #2  https://swift.org/documentation
    > #5  https://duckduckgo.com/?q=what+is+an+event+log
    PIN
    noSuchTab: There is no open tab #4711.

    """

  private func expectExample(_ run: Subprocess) throws {
    #expect(run.errors == "")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains("tab.pinned") ? "PIN" : line
    }
    #expect(lines.joined(separator: "\n") == Self.said)
  }

  @Test(arguments: [false, true])
  func `the example in C prints the expected output`(isStatic: Bool) throws {
    let source = InstalledLibrary.examples.appending(path: "browser.c")
    let program = try installed.compiled(
      source, named: "browser-\(isStatic)", static: isStatic)
    try expectExample(try installed.shell(program))
    // With a profile on disk, the output is the same, and the profile is kept.
    try expectExample(try installed.shell("\(program) \(program)-profile"))
    let retrace = URL.builtProgram("retrace").path
    let tabs = try installed.shell("\(retrace) --profile \(program)-profile tabs")
    #expect(tabs.output.contains("Swift — https://swift.org/"))
  }

  @Test(.enabled(if: InstalledLibrary.has("valgrind"), "valgrind is not installed"))
  func `valgrind finds no error and no leak`() throws {
    let source = InstalledLibrary.examples.appending(path: "browser.c")
    let program = try installed.compiled(source, named: "browser-checked")
    let known = InstalledLibrary.programs.appending(path: "once.supp").path
    try expectExample(
      try installed.shell(
        "valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite "
          + "--show-leak-kinds=definite --num-callers=40 --suppressions=\(known) "
          + "\(program) \(program)-profile"))
  }

  @Test(.enabled(if: InstalledLibrary.has("python3"), "python3 is not installed"))
  func `the example in Python prints the expected output`() throws {
    let script = InstalledLibrary.examples.appending(path: "browser.py").path
    try expectExample(try installed.shell("python3 \(script)"))
    try expectExample(try installed.shell("python3 \(script) python-profile"))
  }

  @Test(.enabled(if: InstalledLibrary.has("rustc"), "rustc is not installed"))
  func `the example in Rust prints the expected output`() throws {
    let source = InstalledLibrary.examples.appending(path: "browser.rs").path
    let compiled = try installed.shell(
      "rustc -D warnings -L \(installed.prefix.path)/lib \(source) -o browser-rust")
    try #require(compiled.status == 0, "\(compiled.errors)")
    try expectExample(try installed.shell("./browser-rust rust-profile"))
  }

  // MARK: Python

  @Test(.enabled(if: InstalledLibrary.has("python3"), "python3 is not installed"))
  func `the Python module is installed with its types, and finds the library`() throws {
    let modules = try #require(installed.modules)
    #expect(
      FileManager.default.fileExists(atPath: modules.appending(path: "retrace/py.typed").path))
    let script = InstalledLibrary.programs.appending(path: "actions.py").path
    let run = try installed.shell("unset LD_LIBRARY_PATH; python3 \(script) python-actions")
    #expect(run.errors == "")
    #expect(
      run.output == """
        “tidy” None
        [(True, True), (False, True)]
        opened https://b.example/ “tidy”
        noSuchTab
        Session(has_crashed=False, is_suspect=False, suspect_tab=None)
        Session(has_crashed=True, is_suspect=False, suspect_tab=None)
        private: True

        """)
  }

  @Test(.enabled(if: InstalledLibrary.has("python3"), "python3 is not installed"))
  func `the Python module builds as a wheel`() throws {
    let build =
      "import sys; sys.path.insert(0, '\(InstalledLibrary.python.path)'); import wheel_backend; "
      + "print(wheel_backend.build_wheel('.'))"
    let built = try installed.shell("python3 -c \"\(build)\"")
    #expect(built.errors == "")
    let wheel = built.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(wheel.hasPrefix("retrace-") && wheel.hasSuffix("-py3-none-any.whl"))
    // Python imports from the archive. The record lists every file with its digest.
    let check = """
      import base64, hashlib, sys, zipfile
      archive = zipfile.ZipFile('\(wheel)')
      record = next(name for name in archive.namelist() if name.endswith('/RECORD'))
      rows = [row.split(',') for row in archive.read(record).decode().splitlines()]
      assert [row[0] for row in rows] == archive.namelist(), rows
      for name, digest, size in rows[:-1]:
          data = archive.read(name)
          value = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')
          assert digest == 'sha256=' + value and int(size) == len(data), name
      print('retrace/py.typed' in archive.namelist())
      sys.path.insert(0, '\(wheel)')
      import retrace
      print(retrace.__file__.startswith('\(wheel)'), retrace.Retrace().tab_count)
      """
    let script = installed.folder.url.appending(path: "wheel.py")
    try Data(check.utf8).write(to: script)
    let run = try installed.shell("PYTHONPATH= python3 wheel.py")
    #expect(run.errors == "")
    #expect(run.output == "True\nTrue 0\n")
  }

  // MARK: Misuse

  @Test func `invalid arguments of any kind are refused with an explanation`() throws {
    let program = try installed.compiled(
      InstalledLibrary.programs.appending(path: "hostile.c"), named: "hostile")
    let run = try installed.shell("\(program) hostile-profile")
    #expect(run.output == "all refused\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  // MARK: The protocol

  @Test(.enabled(if: InstalledLibrary.has("python3"), "python3 is not installed"))
  func `it reports changes by calls, by other threads and by other processes`() throws {
    let script = InstalledLibrary.programs.appending(path: "changes.py").path
    let run = try installed.shell(
      "python3 \(script) followed \(URL.builtProgram("retrace").path)")
    #expect(run.errors == "")
    #expect(
      run.output == """
        in memory by a call: ['watcher'] ['windowOpened', 'windowFocused', 'tabOpened']
        in memory by another thread: ['watcher'] ['tabPinned']
        in memory notSubscribed
        on disk by a call: ['watcher'] ['windowOpened', 'windowFocused', 'tabOpened']
        on disk by another thread: ['watcher'] ['tabPinned']
        on disk notSubscribed
        from the start: 2 commits
        by another process: ['other'] ['tabSelected', 'tabOpened']

        """)
  }

  /// Requests of every kind, including invalid ones.
  private static let requests = [
    ##"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[1],"name":"tester"}}"##,
    ##"{"jsonrpc":"2.0","id":"a","method":"open","params":{"address":"swift.org","key":"k1"}}"##,
    ##"{"jsonrpc":"2.0","id":"b","method":"open","params":{"address":"swift.org","key":"k1"}}"##,
    ##"{"jsonrpc":"2.0","method":"page title","params":{"title":"Swift — \u00e9"}}"##,
    ##"{"jsonrpc":"2.0","id":2,"method":"tabs"}"##,
    ##"{"jsonrpc":"2.0","id":3,"method":"close","params":{"tabs":[2],"ifAt":0}}"##,
    ##"{"jsonrpc":"2.0","id":4,"method":"close","params":{"tabs":[2]}}"##,
    ##"{"jsonrpc":"2.0","id":5,"method":"undo"}"##,
    ##"{"jsonrpc":"2.0","id":6,"method":"undo"}"##,
    ##"{"jsonrpc":"2.0","id":7,"method":"undo"}"##,
    ##"{"jsonrpc":"2.0","id":8,"method":"branch","params":{"name":"idea","point":"2"}}"##,
    ##"{"jsonrpc":"2.0","id":9,"method":"switch","params":{"name":"idea"}}"##,
    ##"{"jsonrpc":"2.0","id":10,"method":"state"}"##,
    ##"{"jsonrpc":"2.0","id":11,"method":"bookmarks"}"##,
    ##"{"jsonrpc":"2.0","id":12,"method":"log"}"##,
    ##"{"jsonrpc":"2.0","id":13,"method":"help","params":{"topic":"open"}}"##,
    ##"{"jsonrpc":"2.0","id":14,"method":"quit"}"##,
    ##"{"jsonrpc":"2.0","id":15,"method":"tabz"}"##,
    ##"{"jsonrpc":"2.0","id":16,"method":"open","params":[1]}"##,
    ##"{"jsonrpc":"2.0","id":{},"method":"open"}"##,
    ##"{"jsonrpc":"1.0","id":17,"method":"open"}"##,
    ##"{"jsonrpc":"2.0","id":18,"method":"acknowledge","params":{"cursor":"c","through":3}}"##,
    ##"{"jsonrpc":"2.0","id":19,"method":"cancel","params":{"id":99}}"##,
    #"[{"jsonrpc":"2.0","id":20,"method":"stats"},7,{"jsonrpc":"2.0","method":"open"}]"#,
    #"[]"#, #"{"#, #"nonsense"#,
  ]

  @Test func `replies are the same as those of a server`() throws {
    let lines = Data(Self.requests.map { $0 + "\n" }.joined().utf8)
    let caller = try installed.compiled(
      InstalledLibrary.programs.appending(path: "caller.c"), named: "caller")
    let called = try installed.shell(caller, input: lines)
    let retrace = URL.builtProgram("retrace").path
    let served = try installed.shell("\(retrace) --memory serve", input: lines)
    /// Replaces the times of events, which differ.
    func replies(_ run: Subprocess) -> [String] {
      run.output.replacing(#/\d{4}-\d\d-\d\dT[\d:.]+Z/#, with: "TIME")
        .replacing(#/"(batchRun|run)":\d+/#) { "\"\($0.1)\":0" }.split(separator: "\n")
        .map(String.init).sorted()
    }
    #expect(replies(called).count == Self.requests.count - 1)
    #expect(replies(called) == replies(served))
  }
}
