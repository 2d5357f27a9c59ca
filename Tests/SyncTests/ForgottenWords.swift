import BrowserModel
import Foundation
import RetraceStore
import RetraceTimeline
import Testing

@testable import Sync

extension SharedProfile {
  /// Expects that all devices have the same data, that none of their files contains a forgotten
  /// text, and that a device that joins now does not receive it either.
  func expectForgotten(_ words: String, leaving titles: Set<String>) throws {
    var profile = self
    try profile.settle()
    try profile.add("late")
    try profile.settle()
    #expect(try Set(profile.devices[0].titles()) == titles)
    try profile.expectAgreement()
    for device in profile.devices {
      #expect(try device.files(with: words) == [], "\(device.name)")
      #expect(try device.sync.syncState.forgettings == [], "\(device.name)")
    }
    // No request remains on the servers.
    for message in profile.stream.messages {
      #expect(try MessageForm(of: message.bytes) != .request)
    }
  }
}

extension SharedDevice {
  /// Forgets data as the console does.
  func forget(_ scope: ForgettingScope) throws {
    let request = ForgettingRequest(scope)
    #expect(try Synchronization.note(request, of: store, in: path))
    try store.forget(request)
  }

  @discardableResult
  func open(_ url: String) throws -> TabID { try open(Destination(url)) }

  @discardableResult
  func open(_ destination: Destination) throws -> TabID {
    let commit = try store.perform(.open(OpenTab(destination)))
    return try #require(
      commit.events.lazy.compactMap { event -> TabID? in
        guard case .tab(.opened) = event.body else { return nil }
        return TabID(event.sequence)
      }.first)
  }

  /// Returns the files of the profile that contain a text.
  func files(with words: String) throws -> [String] { try files(with: Array(words.utf8)) }

  /// Returns the files of the profile that contain some bytes.
  func files(with words: [UInt8]) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return files.filter { file in
      let bytes = FileManager.default.contents(atPath: "\(path)/\(file)") ?? Data()
      return bytes.range(of: Data(words)) != nil
    }
  }
}
