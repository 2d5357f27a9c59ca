import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceStore
import TestSupport
import Testing

/// Files that are damaged or malicious.
@Suite(.enabled(if: Corpora.arePresent, Comment(rawValue: Corpora.skipped)))
struct HostileTests {
  @Test(arguments: [
    "Session_bad-magic", "bad-magic.jsonlz4", "claims-4gb.jsonlz4", "empty.jsonlz4",
    "garbage.places.sqlite", "no-tables.places.sqlite", "no-roots.Bookmarks",
    "truncated-half.jsonlz4", "truncated.Bookmarks", "truncated.places.sqlite",
  ])
  func `an unreadable file is refused with a sentence that names it`(_ file: String) throws {
    let imports = try Imports()
    let path = try Corpus.path("hostile/\(file)")
    let failure = #expect(throws: ExchangeError.self) { try imports.bring(path) }
    #expect(failure?.message.contains(file) == true)
    #expect(try imports.events().isEmpty)
  }

  @Test(
    arguments: [
      // The file, and its numbers of tabs, bookmarks, visits and problems.
      ("Session_length-past-end", [1, 0, 0, 1]), ("Session_zero-length-record", [1, 0, 0, 1]),
      ("index-out-of-range.jsonlz4", [2, 0, 0, 1]), ("orphans.places.sqlite", [0, 1, 1, 3]),
      ("wrong-checksum.Bookmarks", [0, 20, 0, 0]), ("unclosed.html", [0, 3, 0, 0]),
      ("deep-10k.html", [0, 1, 0, 1]), ("one-megabyte-url.html", [0, 2, 0, 0]),
      ("schemes.html", [0, 5, 0, 1]),
    ] as [(String, [Int])])
  func `intact data is imported, and the rest is reported`(_ file: String, _ counts: [Int]) throws {
    let imports = try Imports()
    let report = try imports.bring(Corpus.path("hostile/\(file)"))
    #expect(
      [
        report.counts.tabs, report.counts.bookmarks, report.counts.visits, report.counts.problems,
      ] == counts, "\(report.problems)")
    #expect(try imports.store.readState().brokenInvariants() == [])
  }

  @Test func `the intact files of a damaged profile are imported`() throws {
    let folder = try TemporaryFolder()
    for (name, file) in [
      ("places.sqlite", "browsers/firefox/places.sqlite"),
      ("sessionstore.jsonlz4", "hostile/truncated-half.jsonlz4"),
    ] {
      try Corpora.data(file).write(to: folder.url.appending(path: name))
    }
    let report = try Imports().bring(folder.path)
    #expect(report.counts.visits == 76)
    #expect(report.leftOut == [.redirects: 4, .downloads: 2])
    #expect(report.problems.contains { $0.contains("sessionstore.jsonlz4") })
  }

  @Test func `everything before the end of a truncated session is imported`() throws {
    let imports = try Imports()
    let report = try imports.bring(Corpus.path("hostile/Session_truncated"))
    #expect(report.counts.tabs == 9)
    #expect(report.problems.count == 1)
  }

  @Test(arguments: 0..<200) func `reading a file with wrong bytes succeeds or reports an error`(
    seed: Int
  ) throws {
    let names = [
      "chromium/Sessions/Session_13439662207790867", "firefox/sessionstore.jsonlz4",
      "chromium/Bookmarks", "firefox/places.sqlite", "firefox/bookmarks.html",
    ]
    var bytes = try Corpora.data("browsers/\(names[seed % names.count])")
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<(1 + seed % 7) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    let imports = try Imports()
    do {
      try imports.bring(WrittenFile("damaged", bytes))
    } catch let failure as ExchangeError where failure.code == .importFailed {
      #expect(failure.message.hasSuffix("."))
      #expect(try imports.events().isEmpty)
    }
    #expect(try imports.store.readState().brokenInvariants() == [])
  }
}
