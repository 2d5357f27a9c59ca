import CWebKitGTK

/// The style of all windows.
enum Style {
  static func load(_ css: String) {
    let provider = gtk_css_provider_new()!
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  /// Whether the theme is dark. The setting also applies to pages.
  static var isDark: Bool {
    get {
      var value = GValue()
      g_value_init(&value, ObjectType.boolean)
      g_object_get_property(gtk_settings_get_default()!.cast(), property, &value)
      return g_value_get_boolean(&value) != 0
    }
    set {
      var value = GValue()
      g_value_init(&value, ObjectType.boolean)
      g_value_set_boolean(&value, newValue ? 1 : 0)
      g_object_set_property(gtk_settings_get_default()!.cast(), property, &value)
    }
  }

  private static let property = "gtk-application-prefer-dark-theme"

  /// Whether windows can have transparent parts.
  static var isComposited: Bool { gdk_display_is_composited(gdk_display_get_default()) != 0 }

  /// Whether windows have a right-to-left layout.
  static var isRightToLeft: Bool {
    get { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
    set { gtk_widget_set_default_direction(newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
  }
}
