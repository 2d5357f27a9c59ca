import CWebKitGTK

/// Functions that create widgets.
extension Widget {
  static func row(_ children: [Widget] = [], spacing: Int = 0, class name: String? = nil) -> Widget
  {
    box(GTK_ORIENTATION_HORIZONTAL, children, spacing, name)
  }

  static func column(
    _ children: [Widget] = [], spacing: Int = 0, class name: String? = nil
  ) -> Widget {
    box(GTK_ORIENTATION_VERTICAL, children, spacing, name)
  }

  private static func box(
    _ orientation: GtkOrientation, _ children: [Widget], _ spacing: Int, _ name: String?
  ) -> Widget {
    let box = Widget(gtk_box_new(orientation, gint(spacing))!)
    if let name { box.set(class: name) }
    box.append(children)
    return box
  }

  /// Creates a tab, which can be clicked, chosen with Return or Space, and dragged.
  static func tab(_ children: [Widget], _ chosen: @escaping () -> Void) -> Widget {
    let role = ObjectProperty.choice(
      gtk_accessible_role_get_type(), gint(GTK_ACCESSIBLE_ROLE_TAB.rawValue))
    let tab = Widget(makeObject(gtk_box_get_type(), [("accessible-role", role)]))
    gtk_widget_set_focusable(tab.pointer, 1)
    gtk_box_set_spacing(tab.cast(), 6)
    tab.append(children)
    tab.onPressed(button: 1, isCapturing: false) { _ in chosen() }
    tab.onKeyPressed { key in
      if key == .enter || key == .space { chosen() }
      return key == .enter || key == .space
    }
    return tab
  }

  /// Creates a label on several lines, or on one line that ends with an ellipsis if it is too long.
  ///
  /// - Parameter limit: The maximum width to request, in characters. Titles and addresses can have
  ///   any length, and without a limit they would widen everything around them.
  static func label(
    _ text: String = "", class name: String? = nil, wraps: Bool = false, limit: Int = 64
  ) -> Widget {
    let label = Widget(gtk_label_new(text)!)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_max_width_chars(label.opaque, gint(limit))
    if wraps {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    } else {
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    }
    if let name { label.set(class: name) }
    return label
  }

  static func button(
    icon: String, _ name: String, class style: String = "flat", _ body: @escaping () -> Void
  ) -> Widget {
    let button = Widget(gtk_button_new_from_icon_name(icon)!)
    button.setName(name)
    button.set(class: style)
    button.onClick(body)
    return button
  }

  static func button(
    _ text: String, class style: String? = nil, _ body: @escaping () -> Void
  ) -> Widget {
    let button = Widget(gtk_button_new_with_label(text)!)
    if let style { button.set(class: style) }
    button.onClick(body)
    return button
  }

  /// Creates a button with custom content.
  static func button(
    around child: Widget, _ name: String, class style: String = "flat", _ body: @escaping () -> Void
  ) -> Widget {
    let button = Widget(gtk_button_new()!)
    gtk_button_set_child(button.cast(), child.pointer)
    button.setName(name)
    button.set(class: style)
    button.onClick(body)
    return button
  }

  /// Creates a checkbox with custom content.
  static func checkBox(around child: Widget, _ name: String) -> Widget {
    let box = Widget(gtk_check_button_new()!)
    gtk_check_button_set_child(box.cast(), child.pointer)
    gtk_widget_set_margin_start(child.pointer, 8)
    box.setName(name, isShown: false)
    return box
  }

  static func entry(_ name: String, _ submit: @escaping (Widget) -> Void) -> Widget {
    let entry = Widget(gtk_entry_new()!)
    entry.setName(name, isShown: false)
    gtk_entry_set_placeholder_text(entry.cast(), name)
    on(entry, "activate") { submit(entry) }
    return entry
  }

  static func icon(_ name: String, size: Int = 16) -> Widget {
    let icon = Widget(gtk_image_new_from_icon_name(name)!)
    gtk_image_set_pixel_size(icon.opaque, gint(size))
    return icon
  }

  static func scroller(
    _ child: Widget, across: GtkPolicyType = GTK_POLICY_NEVER,
    down: GtkPolicyType = GTK_POLICY_AUTOMATIC
  ) -> Widget {
    let scroller = Widget(gtk_scrolled_window_new()!)
    gtk_scrolled_window_set_policy(scroller.opaque, across, down)
    gtk_scrolled_window_set_child(scroller.opaque, child.pointer)
    return scroller
  }

  /// Creates a container for widgets of equal size in rows of four.
  static func tiles(spacing: Int = 0) -> Widget {
    let tiles = Widget(gtk_flow_box_new()!)
    gtk_flow_box_set_selection_mode(tiles.opaque, GTK_SELECTION_NONE)
    gtk_flow_box_set_max_children_per_line(tiles.opaque, 4)
    gtk_flow_box_set_homogeneous(tiles.opaque, 1)
    gtk_flow_box_set_column_spacing(tiles.opaque, guint(spacing))
    gtk_flow_box_set_row_spacing(tiles.opaque, guint(spacing))
    return tiles
  }

  /// Creates a stack, which shows one of its pages. Hidden pages do not affect its size.
  static func stack() -> Widget {
    let stack = Widget(gtk_stack_new()!)
    gtk_stack_set_hhomogeneous(stack.opaque, 0)
    gtk_stack_set_vhomogeneous(stack.opaque, 0)
    return stack
  }

  /// Creates a container that can be narrower than its child. The end of the child is then clipped.
  static func clipped(_ child: Widget) -> Widget {
    let scroller = scroller(child, across: GTK_POLICY_EXTERNAL, down: GTK_POLICY_NEVER)
    gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, 0)
    return scroller
  }

  /// Creates a container for two widgets side by side, with a divider that can be dragged. When the
  /// window is resized, the second widget keeps its width. Both can be narrower than they request.
  static func split(_ start: Widget, _ end: Widget) -> Widget {
    let split = Widget(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL)!)
    gtk_paned_set_start_child(split.opaque, start.pointer)
    gtk_paned_set_end_child(split.opaque, end.pointer)
    gtk_paned_set_resize_end_child(split.opaque, 0)
    return split
  }

  static func overlay(_ child: Widget, under overlays: [Widget]) -> Widget {
    let overlay = Widget(gtk_overlay_new()!)
    gtk_overlay_set_child(overlay.opaque, child.pointer)
    for widget in overlays { gtk_overlay_add_overlay(overlay.opaque, widget.pointer) }
    return overlay
  }

  /// Creates a progress bar.
  static func progress() -> Widget {
    let bar = Widget(gtk_progress_bar_new()!)
    bar.set(class: "osd")
    gtk_widget_set_can_target(bar.pointer, 0)
    return bar
  }

  func setProgress(_ fraction: Double) { gtk_progress_bar_set_fraction(opaque, fraction) }

  /// Creates a popover that belongs to a widget and is removed with it.
  static func popover(
    of parent: Widget, _ child: Widget, takesFocus: Bool = true
  ) -> Widget {
    let popover = Widget(gtk_popover_new()!)
    gtk_popover_set_child(popover.cast(), child.pointer)
    gtk_popover_set_has_arrow(popover.cast(), 0)
    if !takesFocus {
      gtk_popover_set_autohide(popover.cast(), 0)
      gtk_widget_set_can_focus(popover.pointer, 0)
    }
    gtk_widget_set_parent(popover.pointer, parent.pointer)
    on(parent, "destroy") {
      if gtk_widget_get_parent(popover.pointer) == parent.pointer {
        gtk_widget_unparent(popover.pointer)
      }
    }
    return popover
  }

  /// Opens a popover with content that can be scrolled. The popover is removed after it was closed.
  static func openPopover(on widget: Widget, _ child: Widget) -> Widget {
    let scroller = scroller(child)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_propagate_natural_width(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, 420)
    gtk_scrolled_window_set_max_content_width(scroller.opaque, 420)
    let popover = popover(of: widget, scroller)
    on(popover, "closed") { Loop.after { gtk_widget_unparent(popover.pointer) } }
    popover.popUp()
    return popover
  }

  /// Creates a list of rows, of which one can be chosen.
  static func list(_ name: String, _ chosen: @escaping (Int) -> Void) -> Widget {
    let list = Widget(gtk_list_box_new()!)
    list.setName(name, isShown: false)
    on(list, "row-activated") { signal in
      chosen(Int(gtk_list_box_row_get_index(signal.pointer().cast())))
    }
    return list
  }

  /// Replaces the rows of a list.
  func setRows(_ rows: [Widget]) {
    while let row = gtk_list_box_get_row_at_index(opaque, 0) {
      gtk_list_box_remove(
        opaque, UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
    }
    for row in rows { gtk_list_box_append(opaque, row.pointer) }
  }

  func focusFirstRow() {
    if let row = gtk_list_box_get_row_at_index(opaque, 0) {
      Widget(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self)).focus()
    }
  }

  /// The selected row of a list, or nil.
  var selectedRow: Int? {
    get {
      gtk_list_box_get_selected_row(opaque).map { Int(gtk_list_box_row_get_index($0)) }
    }
    nonmutating set {
      let row = newValue.flatMap { gtk_list_box_get_row_at_index(opaque, gint($0)) }
      gtk_list_box_select_row(opaque, row)
    }
  }

  /// Creates a picture from encoded bytes. Returns nil if the bytes are invalid.
  static func picture(_ bytes: [UInt8], width: Int, height: Int) -> Widget? {
    let data = g_bytes_new(bytes, gsize(bytes.count))
    defer { g_bytes_unref(data) }
    guard let texture = gdk_texture_new_from_bytes(data, nil) else { return nil }
    defer { g_object_unref(texture.raw) }
    let picture = Widget(gtk_picture_new_for_paintable(texture)!)
    gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
    return picture.sized(width, height)
  }
}
