internal import BrowserModel
internal import Glibc
internal import Notation
internal import Platform

/// A Chromium that was started here: its process, its debugging pipe and the companion in it.
final class Chromium: RecordedBrowser {
  let link: BrowserLink
  let process: BrowserProcess
  private let ownProfile: TemporaryFolder?
  /// The folder of its profile.
  let profile: String
  private let companionFolder: TemporaryFolder
  /// The name of the companion's extension.
  private var companion = ""
  /// Sessions of targets that are attached, by target.
  private var sessions: [String: String] = [:]
  /// The addresses of attached service workers, by session.
  private var workers: [String: String] = [:]
  /// The sessions of those whose script was loaded: before that they answer nothing.
  private var readyWorkers: Set<String> = []
  private var changes = PageChanges()
  /// What tabs showed at the last look: titles change without the page's telling.
  private var shown: [String: ObservedTab] = [:]
  private var isStripChanged = true

  /// - Parameters:
  ///   - restored: Windows that it opens, in a fresh profile. Their addresses are in the model's words.
  ///   - stop: A descriptor that can be read once somebody asked to stop, or −1.
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
    } catch let failure as BrowserFailure {
      guard link.hasEnded else { throw failure }
      process.wait()
      if let path = launch.profile, Self.isInUse(path) {
        throw BrowserFailure("The profile “\(path)” is in use; close the Chromium that uses it.")
      }
      throw BrowserFailure.endedAtOnce(launch)
    }
    for url in launch.urls.dropFirst() {
      try link.ask("Target.createTarget", [("url", .string(url))])
    }
  }

  /// Headless, it takes one address alone; the others are opened later.
  private static func arguments(
    _ launch: BrowserLaunch, profile: String, restores: Bool
  ) -> [String] {
    var words = [
      "--remote-debugging-pipe", "--enable-unsafe-extension-debugging",
      "--user-data-dir=\(profile)", "--no-first-run", "--no-default-browser-check",
    ]
    if launch.isHeadless { words += ["--headless=new", "--disable-gpu"] }
    // After a crash it would only offer to, unlike Firefox.
    if restores || launch.profile != nil && launch.followsCrash {
      words += ["--restore-last-session", "--hide-crash-restore-bubble"]
    }
    // Its sandbox cannot be set up by root.
    if getuid() == 0 { words.append("--no-sandbox") }
    return words + launch.urls.prefix(1)
  }

  /// Chromium leaves a link with the name of the computer and the number of the process that uses a profile.
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

  // MARK: What it tells

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
      // A page that another one opened waits for this, whatever was asked for, and its opener with it.
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

  /// The session of the companion; nil while it does not answer.
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

  // MARK: Looking

  /// Nil while the companion is not there yet.
  func observe() throws -> Observation? {
    isStripChanged = false
    guard let worker = companionSession else { return nil }
    let text = try evaluate(ChromiumCompanion.question, in: worker).string ?? ""
    let answer = try parsed(text)
    var observation = Observation(strip: ObservedStrip(answer))
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

  /// What an expression gives in a target, once it is settled.
  func evaluate(_ expression: String, in session: String) throws -> JSON {
    let answer = try link.call(
      "Runtime.evaluate",
      [
        ("expression", .string(expression)), ("awaitPromise", .bool(true)),
        ("returnByValue", .bool(true)),
      ],
      in: session)
    if let problem = answer["exceptionDetails"] {
      throw BrowserFailure(
        "The browser cannot say it: \(problem["exception"]?["description"]?.string ?? "no reason")."
      )
    }
    return answer["result"]?["value"] ?? .null
  }

  /// The session of a target; nil while it is not attached.
  func session(of target: String) -> String? { sessions[target] }

  private func parsed(_ text: String) throws -> JSON {
    do throws(JSONParser.Fault) {
      return try JSONParser.parse(Array(text.utf8))
    } catch {
      throw BrowserFailure("The browser said something that is not JSON.")
    }
  }

  /// Nil where a page is just going, or is another one at this moment: a later change tells again.
  private func history(of session: String, _ change: PageChanges.Change) throws -> ObservedHistory?
  {
    do {
      let answer = try link.call("Page.getNavigationHistory", in: session)
      return ObservedHistory(answer, placesInDocument: change.placesInDocument)
    } catch let failure as BrowserFailure {
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
  /// Puts the addresses into Chromium's words.
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
