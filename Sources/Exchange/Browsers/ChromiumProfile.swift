internal import BrowserModel

/// A profile of Chromium that holds windows, as if it had been closed with them.
enum ChromiumProfile {
  /// - Parameter session: Addresses are in the model's words.
  static func holding(_ session: ImportedSession) throws -> TemporaryFolder {
    var session = session
    session.showAddresses()
    let profile = try TemporaryFolder()
    _ = try profile.makeFolder("Default/Sessions")
    // In a profile without settings, which is a new one, Chromium restores nothing.
    try profile.write("Default/Preferences", #"{"session":{"restore_on_startup":1}}"#)
    // The name ends with a time, by which Chromium takes the newest.
    try profile.write(
      "Default/Sessions/Session_13300000000000000", ChromiumSessionFile(session).bytes)
    return profile
  }
}

extension ImportedSession {
  /// Puts the addresses into Chromium's words.
  fileprivate mutating func showAddresses() {
    for window in windows.indices {
      for tab in windows[window].tabs.indices {
        for entry in windows[window].tabs[tab].entries.indices {
          let url = windows[window].tabs[tab].entries[entry].url
          windows[window].tabs[tab].entries[entry].url = PageAddress.shown(url)
        }
      }
    }
  }
}
