import Foundation
import Testing

extension WindowTests {
  @Suite(.serialized) struct DownloadTests {
    @Test func `a file that is not a page is saved, and the window shows its path`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/before")
      try browser.go(browser.server.url("/file/report"), waits: false)
      let line = try browser.waitForLine("downloaded ")
      try browser.screen.keepPicture("download")
      let path = String(line.dropFirst("downloaded ".count))
      #expect(path.hasPrefix(browser.screen.folder.path))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "not a page")
    }
  }
}
