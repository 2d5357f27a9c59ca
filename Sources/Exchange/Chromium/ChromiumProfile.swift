internal import BrowserModel
internal import Notation
internal import Platform

/// A profile of Chromium that contains windows, as if it had been closed with them.
enum ChromiumProfile {
  /// - Parameter session: The windows. Their addresses are in the model's form.
  static func holding(_ session: PortableSession) throws -> TemporaryFolder {
    var session = session
    session.showAddresses()
    let profile = try TemporaryFolder()
    _ = try profile.makeFolder("Default/Sessions")
    // In a profile without settings, which counts as new, Chromium restores nothing.
    try profile.write("Default/Preferences", #"{"session":{"restore_on_startup":1}}"#)
    // The name ends with a time, which Chromium uses to find the newest.
    try profile.write(
      "Default/Sessions/Session_13300000000000000", ChromiumSessionFile(session).bytes)
    return profile
  }
}
