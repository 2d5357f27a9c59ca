import CWebKitGTK

/// Handlers for keys, mouse buttons and gestures.
extension Widget {
  private func add(_ controller: OpaquePointer, isCapturing: Bool) {
    gtk_event_controller_set_propagation_phase(
      controller, isCapturing ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
    gtk_widget_add_controller(pointer, controller)
  }

  /// Calls a handler for keys before the widget handles them.
  func onKeyPressed(_ body: @escaping (Key) -> Bool) {
    let keys = gtk_event_controller_key_new()!
    onAsked(keys, "key-pressed") { signal in body(Key(rawValue: UInt32(signal.number()))) }
    add(keys, isCapturing: true)
  }

  /// Calls a handler for presses of a mouse button, or of any button for 0, with the button's
  /// number.
  func onPressed(button: Int, isCapturing: Bool = true, _ body: @escaping (Int) -> Void) {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click, guint(button))
    on(click, "pressed") { body(Int(gtk_gesture_single_get_current_button(click))) }
    add(click, isCapturing: isCapturing)
  }

  /// Calls a handler when the widget receives or loses the focus.
  func onFocus(_ body: @escaping (Bool) -> Void) {
    let focus = gtk_event_controller_focus_new()!
    on(focus, "enter") { body(true) }
    on(focus, "leave") { body(false) }
    add(focus, isCapturing: false)
  }

  /// Calls a handler for a swipe, with its velocity, or for horizontal scrolling.
  func onSwipe(_ body: @escaping (_ across: Double) -> Void) {
    let swipe = gtk_gesture_swipe_new()!
    gtk_gesture_single_set_touch_only(swipe, 1)
    on(swipe, "swipe") { signal in
      if abs(signal.real(0)) > 2 * abs(signal.real(1)) { body(signal.real(0)) }
    }
    add(swipe, isCapturing: true)
    let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL)!
    // A single swipe consists of many small wheel events.
    var (distance, last, isOver) = (0.0, gint64(0), false)
    onAsked(wheel, "scroll") { signal in
      let now = g_get_monotonic_time()
      if now - last > 250_000 { (distance, isOver) = (0, false) }
      last = now
      distance += signal.real()
      if !isOver, abs(distance) >= 1 {
        isOver = true
        body(-distance * 1_000)
      }
      return false
    }
    add(wheel, isCapturing: true)
  }

  /// Calls a handler for vertical scrolling.
  func onWheel(_ body: @escaping (_ down: Double) -> Void) {
    let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)!
    onAsked(wheel, "scroll") { signal in
      body(signal.real(1))
      return true
    }
    add(wheel, isCapturing: true)
  }

  /// Lets the widget be dragged onto similar widgets. It is represented by a number.
  func dragged(as number: Int32, onto dropped: @escaping (Int32, Double) -> Void) {
    let source = gtk_drag_source_new()!
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    onWanted(source, "prepare") { [self] _ in
      let image = gtk_widget_paintable_new(pointer)!
      gtk_drag_source_set_icon(source, image, 12, 12)
      g_object_unref(image.raw)
      var value = GValue()
      g_value_init(&value, ObjectType.int)
      g_value_set_int(&value, number)
      return gdk_content_provider_new_for_value(&value).map { UnsafeMutableRawPointer($0) }
    }
    add(source, isCapturing: true)
    let target = gtk_drop_target_new(ObjectType.int, GDK_ACTION_MOVE)!
    onAsked(target, "drop") { signal in
      let number = g_value_get_int(signal.pointer().cast())
      let x = signal.real(1)
      Loop.after { dropped(number, x) }
      return true
    }
    add(target, isCapturing: false)
  }
}
