internal import Notation
internal import Platform

/// A Firefox process that this program has started, with its companion script, which was injected
/// through Marionette.
final class Firefox: RecordedBrowser {
  let link: BrowserLink
  let process: BrowserProcess
  private let profile: FirefoxProfile
  private(set) var isChanged = true

  /// The maximum time to wait until Firefox listens on its port.
  private static let patience = Duration.seconds(60)

  /// - Parameters:
  ///   - restored: The windows to open in a new profile. Their addresses are in the model's form.
  ///   - stop: A descriptor that becomes readable when the user asks to stop, or −1.
  init(_ launch: BrowserLaunch, restoring restored: PortableSession? = nil, stop: Int32 = -1) throws
  {
    let profile =
      if let path = launch.profile, restored == nil {
        try FirefoxProfile(at: path)
      } else {
        try FirefoxProfile(holding: restored)
      }
    defer { profile.putBack() }
    self.profile = profile
    process = try BrowserProcess(launch.program, Self.arguments(launch, profile.path))
    let marionette = try Marionette(port: try Self.port(profile, process, launch, stop))
    link = BrowserLink(try Self.companion(broughtInBy: marionette), stop: stop)
  }

  private static func arguments(_ launch: BrowserLaunch, _ profile: String) -> [String] {
    var words = [
      "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile,
    ]
    if launch.isHeadless { words.append("--headless") }
    return words + launch.urls
  }

  /// Waits for the port, which Firefox chooses and writes into the folder of its profile. There is
  /// no notification, so this function checks the file a hundred times a second.
  private static func port(
    _ profile: FirefoxProfile, _ process: BrowserProcess, _ launch: BrowserLaunch, _ stop: Int32
  ) throws -> UInt16 {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if let port = profile.readPort() { return port }
      if process.hasEnded() { throw launch.endedAtOnce }
      var stopping = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
      guard FileDescriptor.wait(for: &stopping, milliseconds: 10) <= 0 else {
        throw ExchangeError(.browserFailed, "Firefox was closed before it responded.")
      }
    }
    throw ExchangeError(.browserFailed, "Firefox did not report the port for its remote control.")
  }

  /// - Returns: The connection to the companion.
  private static func companion(broughtInBy marionette: Marionette) throws -> MessagePipe {
    var marionette = marionette
    try marionette.call("WebDriver:NewSession")
    try marionette.call("Marionette:SetContext", [("value", .string("chrome"))])
    let settings = FirefoxProfile.startSettings.map { JSON.string($0) }
    try marionette.call(
      "WebDriver:ExecuteScript",
      [
        ("script", .string(FirefoxCompanion.start)),
        ("args", .array([.string(FirefoxCompanion.script), .array(settings)])),
      ])
    return marionette.pipe
  }

  // MARK: Observing

  var isReady: Bool { true }

  func take(_ event: BrowserLink.Event) { isChanged = true }

  /// Returns the state of the tab strip, and the histories that have changed, or nil if Firefox is
  /// about to exit.
  func observe() throws -> Observation? {
    isChanged = false
    let answer = try evaluate("look()")
    guard answer != .null else { return nil }
    var observation = Observation(ObservedStrip(answer))
    for history in answer["histories"]?.elements ?? [] {
      guard let tab = history["tab"]?.integer else { continue }
      observation.histories[tab] = ObservedHistory(history)
    }
    observation.reloaded = Set((answer["reloaded"]?.elements ?? []).compactMap(\.integer))
    observation.failed = Set((answer["failed"]?.elements ?? []).compactMap(\.integer))
    return observation
  }

  func askForPicture(of tab: ObservedTab) throws -> Int? {
    try ask("picture(\(tab.id))")
  }

  func focus(_ window: Int64) throws { _ = try evaluate("focusWindow(\(window))") }

  func askToClose() throws { try ask("close()") }

  // MARK: Queries

  /// Returns the result of an expression in the companion, after any promise has settled.
  func evaluate(_ expression: String) throws -> JSON {
    try link.call("evaluate", [("expression", .string(expression))])
  }

  /// Sends an expression to the companion, and returns without waiting for its result.
  @discardableResult
  func ask(_ expression: String) throws -> Int {
    try link.ask("evaluate", [("expression", .string(expression))])
  }
}
