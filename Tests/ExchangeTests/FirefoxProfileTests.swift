import Foundation
import TestSupport
import Testing

@testable import Exchange

/// Recording preserves the user's own settings.
struct FirefoxProfileTests {
  private let folder: TestSupport.TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TestSupport.TemporaryFolder()
    file = folder.url.appending(path: "user.js")
  }

  private var settings: String? { try? String(contentsOf: file, encoding: .utf8) }

  @Test(arguments: ["", "user_pref(\"a\", 1);\n", "// no end of line"])
  func theyAreRestoredUnchanged(own: String) throws {
    if !own.isEmpty { try Data(own.utf8).write(to: file) }
    _ = try FirefoxProfile(at: folder.path)
    let during = try #require(settings)
    #expect(during.hasPrefix(own))
    for name in FirefoxProfile.startSettings { #expect(during.contains("user_pref(\"\(name)\"")) }
    // The earlier browser was killed. Its lines are not added a second time.
    let profile = try FirefoxProfile(at: folder.path)
    #expect(settings == during)
    profile.finishStart()
    #expect(settings == (own.isEmpty ? nil : own))
  }

  /// Firefox copies the settings of `user.js` to `prefs.js`.
  @Test func whatFirefoxHasCopiedIsRemoved() throws {
    let saved = folder.url.appending(path: "prefs.js")
    let own = """
      user_pref("a", 1);
      user_pref("xpinstall.signatures.required", true);

      """
    try Data(own.utf8).write(to: saved)
    let profile = try FirefoxProfile(at: folder.path)
    #expect(try profile.addExtension("/nowhere", id: "id") == [])
    let file = folder.url.appending(path: "extensions/id")
    #expect(try String(contentsOf: file, encoding: .utf8) == "/nowhere")
    profile.finishStart()
    try Data(
      """
      user_pref("a", 1);
      user_pref("extensions.autoDisableScopes", 0);
      user_pref("xpinstall.signatures.required", false);

      """.utf8
    ).write(to: saved)
    profile.removeExtension()
    #expect(try String(contentsOf: saved, encoding: .utf8) == own)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aSymbolicLinkToThemIsPreserved() throws {
    let kept = folder.url.appending(path: "kept.js")
    try Data("// own\n".utf8).write(to: kept)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: kept)
    try FirefoxProfile(at: folder.path).finishStart()
    #expect(settings == "// own\n")
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
    #expect(target == kept.path)
  }

  @Test func aProfileThatIsInUseIsRefused() throws {
    let held = open("\(folder.path)/.parentlock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    // `F_OFD_SETLK`, which Swift does not import. Unlike other locks, it is effective within this
    // process too.
    #expect(fcntl(held, 37, &lock) == 0)
    #expect(throws: ExchangeError.self) { try FirefoxProfile(at: folder.path) }
    #expect(settings == nil)
    close(held)
    #expect(throws: Never.self) { try FirefoxProfile(at: folder.path) }
  }
}
