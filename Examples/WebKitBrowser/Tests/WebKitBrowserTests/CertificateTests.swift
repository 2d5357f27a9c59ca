import Foundation
import Retrace
import Testing

extension WindowTests {
  @Suite(.serialized, .enabled(if: SecureServer.isFound, "openssl is absent"))
  struct CertificateTests {
    @Test func `a site with an invalid certificate is refused, and the user may continue`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      let server = try SecureServer(in: browser.screen.folder)
      defer { server.stop() }
      try browser.visit("/page/before")
      try browser.go(server.url) { $0.status == "failed" }
      let session = try browser.profile.get().session
      let tab = try #require(try session.tabs.first)
      let reason = try #require(try session.failure(of: tab.id))
      #expect(reason.hasPrefix("localhost could not prove its identity."))
      #expect(reason.hasSuffix("it is not signed by a trusted authority."))
      try browser.screen.keepPicture("certificate")
      try browser.press("Tab", "Tab", "Return") { $0.title == "secure" }
      #expect(browser.step.address.hasPrefix("https://localhost:"))
      #expect(try browser.saidPart("sign=unproven"))
      try browser.press("alt+Left") { $0.title == "before" }
      try browser.press("alt+Right") { $0.title == "secure" }
    }
  }
}

/// A server with a self-signed certificate.
private final class SecureServer {
  static let isFound = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  let url: String
  private let process: Process

  init(in folder: Foundation.URL) throws {
    let site = folder.appending(path: "site")
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    try Data("<title>secure</title><p>Secure".utf8).write(to: site.appending(path: "page.html"))
    let making = try Process.run(
      Foundation.URL(filePath: "/usr/bin/openssl"),
      arguments: [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", site.path + "/key", "-out",
        site.path + "/certificate",
      ])
    making.waitUntilExit()
    let output = Pipe()
    process = try Screen.start(
      [
        "--chdir=\(site.path)", "openssl", "s_server", "-accept", "127.0.0.1:0", "-WWW", "-cert",
        "certificate", "-key", "key",
      ], ProcessInfo.processInfo.environment, output)
    // openssl prints the port on which it listens: ACCEPT 127.0.0.1:40123
    var said = ""
    while !said.contains(/ACCEPT .*:\d+\n/) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty)
      said += String(decoding: more, as: UTF8.self)
    }
    let port = try #require(said.firstMatch(of: /ACCEPT .*:(\d+)\n/)?.1)
    url = "https://localhost:\(port)/page.html"
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
