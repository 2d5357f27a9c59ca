internal import Exchange
internal import ExchangeFormats
internal import Platform

/// A browser started with the extension and a host, which are registered only until this value is
/// released.
final class StartedBrowser {
  // The process is released first, so it has ended before its registration is removed.
  let process: BrowserProcess
  private let registration: RunRegistration
  private let launch: BrowserLaunch

  /// The maximum time after the start until the extension answers.
  static let startPatience = Duration.seconds(60)
  /// The maximum time until the browser ends or connects again, after its connection was closed.
  static let endPatience = Duration.seconds(10)

  init(_ launch: BrowserLaunch) throws {
    self.launch = launch
    registration = try RunRegistration(launch)
    process = try launch.start(in: registration.profile.path, registration.options)
  }

  // MARK: Connections

  /// Waits for the connection of the extension after the start.
  func firstConnection(stop: Int32) throws -> MessagePipe {
    defer { registration.profile.finishStart() }
    switch process.waitForEnd(
      until: .now + Self.startPatience, or: registration.listener.descriptor, stop)
    {
    case .ready(registration.listener.descriptor):
      if let pipe = try accept() { return pipe }
      throw silence
    case .ready: throw closedAtOnce
    case .end:
      process.wait()
      throw launch.endedAtOnce
    case .nothing: throw silence
    }
  }

  /// Waits for another connection after a connection has ended.
  ///
  /// - Returns: The connection, or nil if the browser has ended or does not connect again.
  func nextConnection(stop: Int32) throws -> MessagePipe? {
    switch process.waitForEnd(
      until: .now + Self.endPatience, or: registration.listener.descriptor, stop)
    {
    case .ready(registration.listener.descriptor): try accept()
    default: nil
    }
  }

  private func accept() throws -> MessagePipe? {
    guard let connection = try LocalSocket.accept(at: registration.listener.descriptor) else {
      return nil
    }
    guard LocalSocket.isOwnUser(at: connection) else {
      FileDescriptor.close(connection)
      return nil
    }
    _ = fcntl(connection, F_SETFL, 0)
    return MessagePipe(reading: connection, writing: connection)
  }

  // MARK: Failures

  /// The error if the user asks to stop before the browser is ready.
  var closedAtOnce: ExchangeError {
    ExchangeError(.browserFailed, "\(launch.kind.name) was closed before it answered.")
  }

  /// The error if the extension does not connect.
  var silence: ExchangeError {
    let name = launch.kind.name
    let reason =
      launch.kind == .firefox
      ? "Only Firefox ESR, the Developer Edition, and builds of Linux distributions accept it until "
        + "Mozilla has signed it."
      : "Browsers other than Chromium may refuse extensions that are not from their store."
    return ExchangeError(
      .browserFailed, "\(name) did not start Retrace's extension. \(reason)")
  }
}
