internal import BrowserModel
internal import Notation
internal import Platform

/// A Chromium process that this program has started, with its debugging pipe and its companion
/// extension.
final class Chromium: RecordedBrowser {
  let link: BrowserLink
  let process: BrowserProcess
  private let ownProfile: TemporaryFolder?
  /// The folder of the browser's profile.
  let profile: String
  private let companionFolder: TemporaryFolder
  /// The id of the companion extension.
  private var companion = ""
  /// The sessions of attached pages, by target.
  private var sessions: [String: String] = [:]
  /// The addresses of attached service workers, by session.
  private var workers: [String: String] = [:]
  /// The sessions of workers whose script was loaded. Workers do not answer before that.
  private var readyWorkers: Set<String> = []
  private var changes = PageChanges()
  /// The tabs at the last observation. They are compared, because Chromium does not report changes
  /// of titles.
  private var shown: [String: ObservedTab] = [:]
  private var isStripChanged = true

  /// - Parameters:
  ///   - restored: The windows to open in a new profile. Their addresses are in the model's form.
  ///   - stop: A descriptor that becomes readable when the user asks to stop, or −1.
  init(_ launch: BrowserLaunch, restoring restored: PortableSession? = nil, stop: Int32 = -1) throws
  {
    ownProfile =
      if let restored {
        try ChromiumProfile.holding(restored)
      } else {
        launch.profile == nil ? try TemporaryFolder() : nil
      }
    profile = ownProfile?.path ?? launch.profile ?? ""
    companionFolder = try TemporaryFolder()
    try ChromiumCompanion.write(into: companionFolder)
    let started = try DebuggingPipe.start(
      launch.program,
      Self.arguments(launch, profile: profile, restores: restored != nil))
    process = started.process
    link = BrowserLink(started.pipe, stop: stop)
    do {
      try attach()
    } catch let failure as ExchangeError where failure.code == .browserFailed {
      guard link.hasEnded else { throw failure }
      process.wait()
      if let path = launch.profile, Self.isInUse(path) {
        throw ExchangeError(
          .browserFailed, "The profile “\(path)” is in use. Close the Chromium that uses it.")
      }
      throw launch.endedAtOnce
    }
    for url in launch.urls.dropFirst() {
      try link.ask("Target.createTarget", [("url", .string(url))])
    }
  }

  /// Returns the arguments. A headless Chromium accepts only one address, so the others are opened
  /// later.
  private static func arguments(
    _ launch: BrowserLaunch, profile: String, restores: Bool
  ) -> [String] {
    var words = [
      "--remote-debugging-pipe", "--enable-unsafe-extension-debugging",
      "--user-data-dir=\(profile)", "--no-first-run", "--no-default-browser-check",
    ]
    if launch.isHeadless { words += ["--headless=new", "--disable-gpu"] }
    // After a crash, Chromium would only offer to restore the session, unlike Firefox.
    if restores || launch.profile != nil && launch.followsCrash {
      words += ["--restore-last-session", "--hide-crash-restore-bubble"]
    }
    // Chromium cannot set up its sandbox if it runs as root.
    if getuid() == 0 { words.append("--no-sandbox") }
    return words + launch.urls.prefix(1)
  }

  /// Whether a Chromium process uses a profile. The process creates a link that contains the name
  /// of the computer and the id of the process.
  private static func isInUse(_ profile: String) -> Bool {
    guard let text = FileTree.linkTarget(of: "\(profile)/SingletonLock"),
      let number = text.split(separator: "-").last.flatMap({ pid_t($0) })
    else { return false }
    return kill(number, 0) == 0 || errno == EPERM
  }

  private func attach() throws {
    let kinds = ["page", "service_worker"]
    _ = try link.call(
      "Target.setAutoAttach",
      [
        ("autoAttach", .bool(true)), ("waitForDebuggerOnStart", .bool(false)),
        ("flatten", .bool(true)),
        ("filter", .array(kinds.map { JSON.object([(name: "type", value: .string($0))]) })),
      ])
    let answer = try link.call(
      "Extensions.loadUnpacked", [("path", .string(companionFolder.path))])
    companion = answer["id"]?.string ?? ""
    try listen()
  }

  // MARK: Reports

  var isReady: Bool { companionSession != nil }

  var isChanged: Bool {
    isReady && (isStripChanged || !changes.isEmpty)
  }

  func take(_ event: BrowserLink.Event) throws {
    switch event.method {
    case "Target.attachedToTarget": try attached(event.parameters)
    case "Target.detachedFromTarget": detached(event.parameters)
    case "Inspector.workerScriptLoaded":
      readyWorkers.insert(event.session)
      try listen()
    case "Runtime.bindingCalled": isStripChanged = true
    default:
      guard let target = workers[event.session] == nil ? target(of: event.session) : nil else {
        return
      }
      changes.take(event, in: target)
    }
  }

  private func attached(_ parameters: JSON) throws {
    guard let session = parameters["sessionId"]?.string, let info = parameters["targetInfo"] else {
      return
    }
    let url = info["url"]?.string ?? ""
    if info["type"]?.string == "service_worker" {
      workers[session] = url
    } else {
      let target = info["targetId"]?.string ?? ""
      sessions[target] = session
      changes.note(target)
      try link.ask("Page.enable", in: session)
      // A page that another page opened waits for this command, and so does its opener.
      try link.ask("Runtime.runIfWaitingForDebugger", in: session)
    }
  }

  private func detached(_ parameters: JSON) {
    let session = parameters["sessionId"]?.string ?? ""
    workers[session] = nil
    readyWorkers.remove(session)
    if let target = target(of: session) {
      sessions[target] = nil
      changes.forget(target)
    }
  }

  private func target(of session: String) -> String? {
    sessions.first { $0.value == session }?.key
  }

  /// The session of the companion, or nil while the companion does not answer.
  var companionSession: String? {
    guard !companion.isEmpty else { return nil }
    return workers.first { session, url in
      url.hasPrefix("chrome-extension://\(companion)/") && readyWorkers.contains(session)
    }?.key
  }

  private func listen() throws {
    guard let session = companionSession else { return }
    try link.ask("Runtime.enable", in: session)
    try link.ask(
      "Runtime.addBinding", [("name", .string(ChromiumCompanion.binding))], in: session)
    isStripChanged = true
  }

  // MARK: Observing

  /// Returns the state of the tab strip, and the histories that may have changed, or nil while the
  /// companion is not available yet.
  func observe() throws -> Observation? {
    isStripChanged = false
    guard let worker = companionSession else { return nil }
    let text = try evaluate(ChromiumCompanion.question, in: worker).string ?? ""
    let answer = try parsed(text)
    var observation = Observation(ObservedStrip(answer))
    for tab in observation.strip.tabs {
      if let before = shown[tab.target], (before.title, before.url) != (tab.title, tab.url) {
        changes.note(tab.target)
      }
      guard let session = sessions[tab.target], let change = changes.take(tab.target) else {
        continue
      }
      if let history = try history(of: session, change) {
        observation.histories[tab.id] = history
        let current = history.entries[history.index].url
        if changes.takeFailure(tab.target, at: current) { observation.failed.insert(tab.id) }
      }
      if change.isReloaded { observation.reloaded.insert(tab.id) }
    }
    shown = Dictionary(
      observation.strip.tabs.map { ($0.target, $0) }, uniquingKeysWith: { $1 })
    changes.keepOnly(Set(shown.keys))
    return observation
  }

  /// Returns the result of an expression in a session, after any promise has settled.
  func evaluate(_ expression: String, in session: String) throws -> JSON {
    let answer = try link.call(
      "Runtime.evaluate",
      [
        ("expression", .string(expression)), ("awaitPromise", .bool(true)),
        ("returnByValue", .bool(true)),
      ],
      in: session)
    if let problem = answer["exceptionDetails"] {
      throw ExchangeError(
        .browserFailed,
        "The browser could not answer: "
          + "\(problem["exception"]?["description"]?.string ?? "no reason")."
      )
    }
    return answer["result"]?["value"] ?? .null
  }

  /// Returns the session of a target, or nil if the target is not attached.
  func session(of target: String) -> String? { sessions[target] }

  private func parsed(_ text: String) throws -> JSON {
    do {
      return try JSONParser.parse(Array(text.utf8))
    } catch {
      throw ExchangeError(
        .browserFailed, "The browser sent a message that is not JSON.", underlying: error)
    }
  }

  /// Returns the history of a page, or nil while the page is being replaced. A later change is
  /// reported again.
  private func history(of session: String, _ change: PageChanges.Change) throws -> ObservedHistory?
  {
    do {
      let answer = try link.call("Page.getNavigationHistory", in: session)
      return ObservedHistory(answer, placesInDocument: change.placesInDocument)
    } catch let failure as ExchangeError where failure.code == .browserFailed {
      if link.hasEnded { throw failure }
      return nil
    }
  }

  func askForPicture(of tab: ObservedTab) throws -> Int? {
    guard let session = sessions[tab.target] else { return nil }
    return try link.ask(
      "Page.captureScreenshot", [("format", .string("jpeg")), ("quality", .integer(50))],
      in: session)
  }

  func focus(_ window: Int64) throws {
    guard let worker = companionSession else { return }
    _ = try evaluate(
      "chrome.windows.update(\(window), {focused: true}).then(() => true)", in: worker)
  }

  func askToClose() throws { try link.ask("Browser.close") }
}

extension PortableSession {
  /// Converts the addresses to the form that Chromium uses.
  mutating func showAddresses() {
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
