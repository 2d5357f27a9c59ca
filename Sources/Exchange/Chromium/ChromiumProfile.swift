internal import BrowserModel
internal import Glibc
internal import Notation
internal import Platform

/// A profile of Chromium that holds windows, as if it had been closed with them.
enum ChromiumProfile {
  /// - Parameter session: Addresses are in the model's words.
  static func holding(_ session: PortableSession) throws -> TemporaryFolder {
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
