import CWebKitGTK

/// A reference to a widget. The widget exists as long as it is in a window or is retained.
struct Widget: Hashable, ObjectPointer {
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<GtkWidget>

  init(_ pointer: UnsafeMutablePointer<GtkWidget>) { self.pointer = pointer }
  init(_ object: some ObjectPointer) { pointer = object.cast() }

  nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }
}

/// Properties of all widgets.
extension Widget {
  var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    nonmutating set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }

  /// Whether the widget and all of its containers are visible.
  var isShown: Bool { gtk_widget_get_mapped(pointer) != 0 }

  var isSensitive: Bool {
    get { gtk_widget_get_sensitive(pointer) != 0 }
    nonmutating set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
  }

  var width: Int { Int(gtk_widget_get_width(pointer)) }

  /// The width that the widget requests.
  var naturalWidth: Int {
    var width: gint = 0
    gtk_widget_measure(pointer, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    return Int(width)
  }

  /// Sets the text for screen readers, and the tooltip.
  func setName(_ name: String, isShown: Bool = true) {
    var value = GValue()
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    g_value_init(&value, ObjectType.string)
    g_value_set_string(&value, name)
    gtk_accessible_update_property_value(opaque, 1, &property, &value)
    g_value_unset(&value)
    if isShown { gtk_widget_set_tooltip_text(pointer, name) }
  }

  func set(class name: String, _ isSet: Bool = true) {
    if isSet {
      gtk_widget_add_css_class(pointer, name)
    } else {
      gtk_widget_remove_css_class(pointer, name)
    }
  }

  /// Makes the widget fill the remaining space, horizontally, vertically, or both.
  @discardableResult
  func expanding(across: Bool = true, down: Bool = false) -> Widget {
    gtk_widget_set_hexpand(pointer, across ? 1 : 0)
    gtk_widget_set_vexpand(pointer, down ? 1 : 0)
    return self
  }

  @discardableResult
  func aligned(across: GtkAlign? = nil, down: GtkAlign? = nil) -> Widget {
    if let across { gtk_widget_set_halign(pointer, across) }
    if let down { gtk_widget_set_valign(pointer, down) }
    return self
  }

  @discardableResult
  func sized(_ width: Int = -1, _ height: Int = -1) -> Widget {
    gtk_widget_set_size_request(pointer, gint(width), gint(height))
    return self
  }

  func focus() { gtk_widget_grab_focus(pointer) }

  /// Focuses the first focusable descendant.
  func focusFirst() { gtk_widget_child_focus(pointer, GTK_DIR_TAB_FORWARD) }

  /// Whether the focus is in a popover of the widget's window.
  var hasFocusInPopover: Bool {
    guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root) else {
      return false
    }
    return gtk_widget_get_ancestor(focus, gtk_popover_get_type()) != nil
  }

  /// Scrolls the enclosing scroller so that the widget is visible, with some space above it.
  func scrollIntoView(margin: Double = 24) {
    guard !isScrolledIntoView, let (top, adjustment) = placeInScroller else { return }
    gtk_adjustment_set_value(adjustment, max(0, top - margin))
  }

  /// Whether the enclosing scroller shows all of the widget.
  var isScrolledIntoView: Bool {
    guard let (top, adjustment) = placeInScroller else { return false }
    let start = gtk_adjustment_get_value(adjustment)
    let end = start + gtk_adjustment_get_page_size(adjustment)
    return top >= start && top + Double(gtk_widget_get_height(pointer)) <= end
  }

  /// The top of the widget in the enclosing scroller, and the part that the scroller shows.
  private var placeInScroller: (top: Double, shown: UnsafeMutablePointer<GtkAdjustment>)? {
    guard let scroller = gtk_widget_get_ancestor(pointer, gtk_scrolled_window_get_type()),
      let viewport = gtk_widget_get_ancestor(pointer, gtk_viewport_get_type()),
      let content = gtk_widget_get_first_child(viewport)
    else { return nil }
    var y = 0.0
    guard gtk_widget_translate_coordinates(pointer, content, 0, 0, nil, &y) != 0 else { return nil }
    return (y, gtk_scrolled_window_get_vadjustment(Widget(scroller).opaque)!)
  }

  var hasFocus: Bool {
    guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root) else {
      return false
    }
    return focus == pointer || gtk_widget_is_ancestor(focus, pointer) != 0
  }

  /// Retains the widget while it has no parent. Call `release` later.
  @discardableResult
  func kept() -> Widget {
    g_object_ref_sink(raw)
    return self
  }

  func release() { g_object_unref(raw) }

  var children: [Widget] {
    var children: [Widget] = []
    var next = gtk_widget_get_first_child(pointer)
    while let child = next {
      children.append(Widget(child))
      next = gtk_widget_get_next_sibling(child)
    }
    return children
  }
}

/// Boxes.
extension Widget {
  func append(_ child: Widget) { gtk_box_append(cast(), child.pointer) }
  func append(_ children: [Widget]) { for child in children { append(child) } }
  func remove(_ child: Widget) { gtk_box_remove(cast(), child.pointer) }
  func removeAll() { for child in children { remove(child) } }

  /// Moves a child after another child, or to the beginning.
  func place(_ child: Widget, after sibling: Widget?) {
    gtk_box_reorder_child_after(cast(), child.pointer, sibling?.pointer)
  }
}

/// Labels, buttons and entries.
extension Widget {
  /// The text of a label or a button.
  var label: String {
    get { string(gtk_label_get_text(opaque)) }
    nonmutating set { gtk_label_set_text(opaque, newValue) }
  }

  func setIcon(_ name: String) { gtk_button_set_icon_name(cast(), name) }

  /// The text of an entry.
  var text: String {
    get { string(gtk_editable_get_text(opaque)) }
    nonmutating set { if newValue != text { gtk_editable_set_text(opaque, newValue) } }
  }

  /// Limits the width that an entry requests, in characters. The entry may become narrower.
  func limitedEntry(to limit: Int) {
    gtk_editable_set_width_chars(opaque, 6)
    gtk_editable_set_max_width_chars(opaque, gint(limit))
  }

  func selectText(from start: Int = 0) {
    gtk_editable_select_region(opaque, gint(start), -1)
  }

  /// Whether a box is checked.
  var isChecked: Bool {
    get { gtk_check_button_get_active(cast()) != 0 }
    nonmutating set { gtk_check_button_set_active(cast(), newValue ? 1 : 0) }
  }

  func onClick(_ body: @escaping () -> Void) { on(self, "clicked", body) }
}

/// Popovers and stacks.
extension Widget {
  func popUp() { gtk_popover_popup(cast()) }
  func popDown() { gtk_popover_popdown(cast()) }

  /// Adds a page to a stack, which retains it.
  func add(page: Widget) { gtk_stack_add_child(opaque, page.pointer) }
  func remove(page: Widget) { gtk_stack_remove(opaque, page.pointer) }

  /// The visible page of a stack.
  var page: Widget? {
    get { gtk_stack_get_visible_child(opaque).map { Widget($0) } }
    nonmutating set {
      if let newValue, page != newValue { gtk_stack_set_visible_child(opaque, newValue.pointer) }
    }
  }
}
