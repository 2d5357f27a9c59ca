internal import Notation
internal import Platform

/// The inspector that the popup has requested. Each request starts a new program, because the address
/// of a page works once, and ends the previous program.
final class RequestedInspector {
  private let profile: String
  private var program: InspectorProgram?
  /// The processes that have not been waited for. Each ends after its program was released.
  private var processes: [StartedProcess] = []
  /// The request that waits for the address.
  private var request: JSON?

  init(profile: String) { self.profile = profile }

  /// The descriptor that becomes readable when ``receive(for:)`` must be called, or −1.
  var descriptor: Int32 { program?.descriptor ?? -1 }

  /// Starts the program if the popup has requested the page.
  func start(for session: LiveSession) {
    guard let request = session.inspectorRequest else { return }
    session.inspectorRequest = nil
    do {
      program = nil
      reapEndedProcesses()
      let program = try InspectorProgram(profile: profile)
      processes.append(program.process)
      self.program = program
      self.request = request
    } catch {
      session.reply(to: request, with: [("notice", .string("\(error)"))])
    }
  }

  /// Sends the extension the address of the page, or the reason for a failure.
  func receive(for session: LiveSession) {
    switch program?.read() {
    case .address(let address):
      if let request { session.openInspector(at: address, for: request) }
      request = nil
    case .end(let reason):
      if let request { session.reply(to: request, with: [("notice", .string(reason))]) }
      request = nil
      program = nil
    case .incomplete, nil: break
    }
  }

  private func reapEndedProcesses() {
    processes.removeAll { process in
      guard process.hasEnded else { return false }
      process.wait()
      return true
    }
  }
}
