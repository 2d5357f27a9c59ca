internal import BrowserModel
internal import Notation
internal import Platform

/// A Chromium profile that contains windows, as if Chromium had been closed while they were open.
enum ChromiumProfile {
  /// - Parameter session: The windows to restore. Their addresses are in the model's form.
  static func holding(_ session: PortableSession) throws -> TemporaryFolder {
    var session = session
    session.showAddresses()
    let profile = try TemporaryFolder()
    _ = try profile.makeFolder("Default/Sessions")
    // Without settings, the profile counts as new, and Chromium restores nothing.
    try profile.write("Default/Preferences", #"{"session":{"restore_on_startup":1}}"#)
    // The name ends with a time, by which Chromium finds the newest file.
    try profile.write(
      "Default/Sessions/Session_13300000000000000", ChromiumSessionFile(session).bytes)
    return profile
  }
}
