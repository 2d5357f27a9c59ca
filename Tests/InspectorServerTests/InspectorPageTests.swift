import BrowserModel
import Exchange
import Foundation
import Inspector
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// The file with a page.
@Suite struct InspectorPageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Decompresses a file with gzip.
  private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    let packed = folder.url.appending(path: "packed.gz")
    try Data(bytes).write(to: packed)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-dc", packed.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return [UInt8](data)
  }

  @Test(arguments: [0, 1, 2, 3, 65_535, 65_536, 1_000_003], [1, 7, 65_536, 2_000_000])
  func `compressed bytes are the same after decompression`(count: Int, block: Int) throws {
    guard block > 1 || count < 100 else { return }
    var random = SplitMix64(seed: UInt64(count &* 31 &+ block))
    // Half of the bytes compress well.
    let bytes = (0..<count).map { $0 % 2 == 0 ? UInt8(random.below(256)) : 7 }
    var packed: [UInt8] = []
    let gzip = try GzipStream { packed += $0 }
    for start in stride(from: 0, to: count, by: block) {
      try gzip.write(Array(bytes[start..<min(start + block, count)]))
    }
    try gzip.finish()
    #expect(try unpacked(packed) == bytes)
  }

  @Test(arguments: 0..<12)
  func `Base64 of blocks is Base64 of all bytes`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (bytes, letters): ([UInt8], [UInt8]) = ([], [])
    var stream = Base64Stream { letters += $0 }
    for _ in 0..<random.below(9) {
      let block = (0..<random.below(9)).map { _ in UInt8(random.below(256)) }
      bytes += block
      try stream.write(block)
    }
    try stream.finish()
    #expect(String(decoding: letters, as: UTF8.self) == Data(bytes).base64EncodedString())
  }

  /// Writes a page, and returns its text and the counts of what it contains.
  private func written(
    _ store: Store, _ options: ExportOptions = ExportOptions(), withPictures: Bool = false
  ) throws -> (text: String, log: LogContents, pictures: Int) {
    let template = "<start>@@LOG@@<middle>@@PICTURES@@<end>"
    try Data(template.utf8).write(to: folder.url.appending(path: "inspector.html"))
    var written: [UInt8] = []
    let page = try InspectorPage(InspectorFiles(folder: folder.url.path))
    let contents = try page.write(
      store, options, withPictures: withPictures, to: ExportStream { written += $0 })
    return (String(decoding: written, as: UTF8.self), contents.log, contents.pictures)
  }

  @Test func `pictures are in the page only if requested, and without invented names`() throws {
    let store = try Store(EventLog()) { 1 }
    let tab = try #require(
      store.perform(.open(OpenTab(Destination("https://a.example/")))).openedTab)
    let first = try store.reportPicture(tab, [1, 2, 3]).events[0].sequence.rawValue
    let second = try store.reportPicture(tab, [4]).events[0].sequence.rawValue
    let third = try store.reportPicture(tab, [1, 2, 3]).events[0].sequence.rawValue
    func pictures(_ options: ExportOptions = ExportOptions(), _ isRequested: Bool = true) throws
      -> (lines: String, count: Int)
    {
      let (text, _, count) = try written(store, options, withPictures: isRequested)
      let lines = try #require(text.wholeMatch(of: #/<start>[^<]*<middle>([^<]*)<end>/#)?.1)
      return (String(lines), count)
    }
    let all = "\(first) \(third):AQID\n\(second):BA==\n"
    #expect(try pictures() == (all, 2))
    #expect(try pictures(ExportOptions(), false) == ("", 0))
    var options = ExportOptions()
    options.disclosure.omitsPrivateData = true
    #expect(try pictures(options) == (all, 2))
    options.disclosure.inventsNames = true
    #expect(try pictures(options) == ("", 0))
    options = ExportOptions()
    options.moment = Moment(newest: EventID(first))
    #expect(try pictures(options) == ("\(first):AQID\n", 1))
    try store.forget(ForgettingScope.everything)
    #expect(try pictures() == ("", 0))
  }

  @Test func `the page is the template with the records`() throws {
    let store = try Store(EventLog()) { 1 }
    try store.perform(.open(OpenTab(Destination("https://a.example/"))))
    let (text, contents, _) = try written(store)
    let log = try #require(text.wholeMatch(of: #/<start>([A-Za-z0-9+\/=]*)<middle><end>/#)?.1)
    let packed = try #require(Data(base64Encoded: String(log)))
    var records: [UInt8] = []
    try store.exportRecords(to: ExportStream { records += $0 })
    #expect(try unpacked([UInt8](packed)) == records)
    #expect(contents.events == Int(store.timeline.position.rawValue))
  }

  @Test func `a missing or damaged template is an error with a sentence`() throws {
    let files = InspectorFiles(folder: folder.url.path)
    let missing = #expect(throws: ExchangeError.self) { try InspectorPage(files) }
    #expect(missing?.message.hasSuffix("of the page cannot be read.") == true)
    try Data("<start>".utf8).write(to: folder.url.appending(path: "inspector.html"))
    let damaged = #expect(throws: ExchangeError.self) { try InspectorPage(files) }
    #expect(damaged?.message == "The template of the page has no place for the log.")
  }
}
