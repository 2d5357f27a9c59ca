import CWebKitGTK

/// Connects a handler to a signal that has no result. The handler exists as long as the object.
func on(_ object: some ObjectPointer, _ name: String, _ body: @escaping (Signal) -> Void) {
  connect(object, name) { signal, _ in body(signal) }
}

/// Connects a handler that ignores the arguments.
func on(_ object: some ObjectPointer, _ name: String, _ body: @escaping () -> Void) {
  connect(object, name) { _, _ in body() }
}

/// Connects a handler that returns whether it has handled the signal.
func onAsked(_ object: some ObjectPointer, _ name: String, _ body: @escaping (Signal) -> Bool) {
  connect(object, name) { signal, answer in g_value_set_boolean(answer, body(signal) ? 1 : 0) }
}

/// Connects a handler that creates an object, whose ownership passes to the signal.
func onWanted(
  _ object: some ObjectPointer, _ name: String,
  _ body: @escaping (Signal) -> UnsafeMutableRawPointer?
) {
  connect(object, name) { signal, answer in g_value_take_object(answer, body(signal)) }
}

private typealias Handler = Callback<(Signal, UnsafeMutablePointer<GValue>?) -> Void>

private func connect(
  _ object: some ObjectPointer, _ name: String,
  _ body: @escaping (Signal, UnsafeMutablePointer<GValue>?) -> Void
) {
  let data = Handler.pointer(body)
  let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), nil)!
  g_closure_add_finalize_notifier(closure, data) { data, _ in Handler.release(data) }
  // GObject passes its own list of arguments, so the same handler works for every signal.
  g_closure_set_meta_marshal(closure, data) { _, answer, _, values, _, data in
    let signal = Signal(values: values!)
    nonisolated(unsafe) let answer = answer
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated { Handler.body(data)(signal, answer) }
  }
  g_closure_set_marshal(closure) { _, _, _, _, _, _ in }
  g_signal_connect_closure(object.raw, name, closure, 0)
}
