/// A Chromium that was started to be recorded or to show something: its process, its debugging pipe and
/// the companion in it.
///
/// It is asked again for what may have changed since the last look; what happened in between is seen as
/// its result.
final class Chromium {
  let devTools: DevTools
  let process: BrowserProcess
  private let ownProfile: TemporaryFolder?
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
  ///   - stop: A descriptor that can be read once somebody asked to stop, or −1.
  ///   - restoring: A profile of its own with windows that it is to open.
  init(_ launch: ChromiumLaunch, stop: Int32 = -1, restoring: TemporaryFolder? = nil) throws {
    ownProfile = try restoring ?? (launch.profile == nil ? TemporaryFolder() : nil)
    companionFolder = try TemporaryFolder()
    try ChromiumCompanion.write(into: companionFolder)
    let profile = ownProfile?.path ?? launch.profile ?? ""
    process = try BrowserProcess(
      launch.program, launch.arguments(profile: profile, restores: restoring != nil))
    devTools = DevTools(process, stop: stop)
    try attach()
    for url in launch.urls.dropFirst() {
      try devTools.ask("Target.createTarget", [("url", .string(url))])
    }
  }

  private func attach() throws {
    let kinds = ["page", "service_worker"]
    _ = try devTools.call(
      "Target.setAutoAttach",
      [
        ("autoAttach", .bool(true)), ("waitForDebuggerOnStart", .bool(false)),
        ("flatten", .bool(true)),
        ("filter", .array(kinds.map { JSON.object([(name: "type", value: .string($0))]) })),
      ])
    let answer = try devTools.call(
      "Extensions.loadUnpacked", [("path", .string(companionFolder.path))])
    companion = answer["id"]?.string ?? ""
    try listen()
  }

  // MARK: What it tells

  /// Whether something may have changed since the last look.
  var isChanged: Bool {
    companionSession != nil && (isStripChanged || !changes.isEmpty)
  }

  func take(_ event: DevTools.Event) throws {
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
      try devTools.ask("Page.enable", in: session)
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
    try devTools.ask("Runtime.enable", in: session)
    try devTools.ask(
      "Runtime.addBinding", [("name", .string(ChromiumCompanion.binding))], in: session)
    isStripChanged = true
  }

  // MARK: Looking

  /// A look at all windows, and at the histories that may have changed; nil while the companion is not
  /// there yet.
  func look() throws -> Observation? {
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
      if let history = try history(of: session, change) { observation.histories[tab.id] = history }
      if change.isReloaded { observation.reloaded.insert(tab.id) }
      if change.isFailed { observation.failed.insert(tab.id) }
    }
    shown = Dictionary(
      observation.strip.tabs.map { ($0.target, $0) }, uniquingKeysWith: { $1 })
    changes.keepOnly(Set(shown.keys))
    return observation
  }

  /// What an expression gives in a target, once it is settled.
  func evaluate(_ expression: String, in session: String) throws -> JSON {
    let answer = try devTools.call(
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
      throw BrowserFailure("The browser said something that is no JSON.")
    }
  }

  /// Nil where a page is just going, or is another one at this moment: a later change tells again.
  private func history(of session: String, _ change: PageChanges.Change) throws -> ObservedHistory?
  {
    do {
      let answer = try devTools.call("Page.getNavigationHistory", in: session)
      return ObservedHistory(answer, placesInDocument: change.placesInDocument)
    } catch let failure as BrowserFailure {
      if devTools.hasEnded { throw failure }
      return nil
    }
  }

  // MARK: The end

  /// So long may it take to close; then it is made to.
  private static let closingPatience = Duration.seconds(10)

  /// Asks it to close, and waits until it did.
  func close() throws -> BrowserProcess.End {
    try devTools.ask("Browser.close")
    if try !devTools.waitForEnd(by: .now + Self.closingPatience) { process.terminate() }
    return process.wait()
  }
}
