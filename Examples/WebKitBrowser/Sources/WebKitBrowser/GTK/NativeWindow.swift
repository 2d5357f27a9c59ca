import CWebKitGTK

/// A window on the screen, and the actions that its keys and menus start.
struct NativeWindow {
  let widget: Widget
  private let application: OpaquePointer
  private let controls = Widget(gtk_window_controls_new(GTK_PACK_END)!)
  private static let handleWidth = 48

  init(of application: OpaquePointer, title: String) {
    self.application = application
    widget = Widget(gtk_application_window_new(application.cast())!)
    gtk_window_set_title(widget.cast(), title)
  }

  /// Sets the title bar, with which the window can be moved, and the content below it.
  func set(bar: Widget, content: Widget) {
    // Draggable widgets must not be inside the handle with which the window is dragged.
    let handle = Widget(gtk_window_handle_new()!).expanding().sized(Self.handleWidth)
    gtk_window_set_titlebar(
      widget.cast(), Widget.row([bar, handle, controls], class: "titlebar").pointer)
    gtk_window_set_child(widget.cast(), content.pointer)
  }

  /// Returns the space for the title bar in a window of a width, without the padding of 6 points on
  /// each side.
  func barRoom(inWidth width: Int) -> Int {
    width - 12 - Self.handleWidth - controls.naturalWidth
  }

  func setTitle(_ title: String) { gtk_window_set_title(widget.cast(), title) }

  func show(width: Int, height: Int) {
    gtk_window_set_default_size(widget.cast(), gint(width), gint(height))
    gtk_window_present(widget.cast())
  }

  /// Removes the focus from the focused widget.
  func dropFocus() { gtk_window_set_focus(widget.cast(), nil) }

  func present() { gtk_window_present(widget.cast()) }
  func destroy() { gtk_window_destroy(widget.cast()) }

  var isFullScreen: Bool {
    get { gtk_window_is_fullscreen(widget.cast()) != 0 }
    nonmutating set {
      newValue ? gtk_window_fullscreen(widget.cast()) : gtk_window_unfullscreen(widget.cast())
    }
  }

  var isMaximized: Bool {
    get { gtk_window_is_maximized(widget.cast()) != 0 }
    nonmutating set {
      newValue ? gtk_window_maximize(widget.cast()) : gtk_window_unmaximize(widget.cast())
    }
  }

  /// The size that the window has while it is not maximized.
  var size: (width: Int, height: Int) {
    var width: gint = 0
    var height: gint = 0
    gtk_window_get_default_size(widget.cast(), &width, &height)
    return (Int(width), Int(height))
  }

  /// Calls a handler with the width whenever the size of the window changes.
  func onResize(_ body: @escaping (_ width: Int) -> Void) {
    let widget = widget
    on(widget, "realize") {
      on(gtk_native_get_surface(widget.opaque)!, "layout") { signal in body(signal.number()) }
    }
  }

  /// Calls a handler once, when the window has been painted for the first time.
  func onPainted(_ body: @escaping () -> Void) {
    let widget = widget
    on(widget, "map") {
      var isPainted = false
      on(gtk_widget_get_frame_clock(widget.pointer)!, "after-paint") {
        if !isPainted { body() }
        isPainted = true
      }
    }
  }

  func onFocus(_ body: @escaping () -> Void) {
    let widget = widget
    on(widget, "notify::is-active") {
      if gtk_window_is_active(widget.cast()) != 0 { body() }
    }
  }

  /// Adds an action for keys and menus.
  func addAction(_ name: String, keys: [String], _ body: @escaping () -> Void) {
    let action = g_simple_action_new(name, nil)!
    on(action, "activate", body)
    g_action_map_add_action(widget.opaque, action.opaque)
    g_object_unref(action.raw)
    let copies = keys.map { UnsafePointer(g_strdup($0)) }
    defer { for copy in copies { g_free(UnsafeMutablePointer(mutating: copy)) } }
    var list = copies + [nil]
    gtk_application_set_accels_for_action(application.cast(), "win." + name, &list)
  }

  /// Enables or disables an action, together with its keys and menu items.
  func setAction(_ name: String, isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(widget.opaque, name) else { return }
    if (g_action_get_enabled(action) != 0) != isEnabled {
      g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }
  }
}
