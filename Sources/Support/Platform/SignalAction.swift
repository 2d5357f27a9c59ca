/// The action of a signal, which can be restored after a handler has replaced it.
@safe package struct SignalAction {
  private let number: Int32
  private var action: sigaction

  /// Installs a signal handler and returns the previous action. The handler may only call functions
  /// that POSIX (2.4.3) allows in signal handlers.
  ///
  /// - Parameter flags: Flags such as `SA_RESTART`.
  package static func replace(
    _ number: Int32, flags: Int32, by handler: @escaping @convention(c) (Int32) -> Void
  ) -> SignalAction {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    var previous = sigaction()
    unsafe sigaction(number, &action, &previous)
    return SignalAction(number: number, action: previous)
  }

  /// Returns the current action of a signal.
  package static func current(_ number: Int32) -> SignalAction {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return SignalAction(number: number, action: action)
  }

  /// Whether the action ignores the signal, for example because of `nohup`.
  package var isIgnored: Bool {
    let handler = unsafe action.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Restores the action.
  package func restore() {
    var action = action
    unsafe sigaction(number, &action, nil)
  }
}
