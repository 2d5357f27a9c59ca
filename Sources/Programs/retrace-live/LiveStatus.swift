import ExchangeFormats
import Live
internal import Notation
import RetraceEventLog
import RetraceStore

/// The state of a connected browser, as listed by `live`.
struct LiveStatus {
  private let installation: LiveInstallation
  private let isConnected: Bool
  private let isPaused: Bool
  private let host: HostStatus
  private var unrestored: UnrestoredTabs?
  /// The reason why the profile cannot be read.
  private var problem: String?

  /// Returns the state for each running host of a browser, or for the browser if it is not running.
  static func all(of installation: LiveInstallation) throws -> [LiveStatus] {
    let hosts = try installation.hosts()
    guard !hosts.isEmpty else { return [try LiveStatus(installation, nil)] }
    return try hosts.map { try LiveStatus(installation, $0) }
  }

  private init(_ installation: LiveInstallation, _ host: HostStatus?) throws {
    self.installation = installation
    isConnected = host != nil
    isPaused = try installation.isPaused()
    self.host = host ?? HostStatus()
    guard let host else { return }
    do {
      unrestored = try UnrestoredTabs(
        in: Self.store(of: installation, isReadOnly: true), of: [host.id])
    } catch {
      problem = "\(error)"
    }
  }

  /// Opens the profile in which a browser is recorded.
  static func store(of installation: LiveInstallation, isReadOnly: Bool) throws -> Store {
    let log = try EventLog(
      profile: installation.profile, access: isReadOnly ? .readOnly : .readWrite,
      making: .withFirstBatch)
    return try Store(log) { Timestamp.now.milliseconds }
  }

  private var label: String { host.label.isEmpty ? installation.browser.name : host.label }

  /// The lines of the list.
  var lines: [String] {
    let connection =
      isConnected
      ? "connected" : installation.isRegistered ? "not connected" : "no longer registered"
    let pause = isPaused ? ", paused" : ""
    var lines = ["\(label): \(connection)\(pause), recorded in \(installation.profile)"]
    if let problem { lines.append("  The profile cannot be read: \(problem)") }
    lines += host.sentences.map { "  \($0)" }
    if let pages = unrestored?.pages, !pages.isEmpty {
      lines.append("  Not restored after the start; “retrace live repair” reopens them:")
      lines += pages.map { "  " + $0.line }
    }
    return lines
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("browser", installation.browser.rawValue)
      json.member("label", label)
      json.member("profile", installation.profile)
      json.member("connected", isConnected)
      json.member("paused", isPaused)
      if let unrestored {
        unrestored.write("missing", to: &json)
      } else {
        json.array("missing") { _ in }
      }
      json.member("unknownPages", host.unknownPages)
      json.array("notices", of: host.notices)
    }
  }
}

extension UnrestoredTabs {
  /// Writes the pages as a JSON member with the given name.
  func write(_ name: String, to json: inout JSONWriter) {
    json.array(name) { json in
      for page in pages {
        json.object { json in
          json.member("title", page.title)
          json.member("url", page.url)
        }
      }
    }
  }
}

extension UnrestoredTabs.Page {
  /// The text for the page in a list.
  var line: String { title.isEmpty ? url : "\(title) — \(url)" }
}
