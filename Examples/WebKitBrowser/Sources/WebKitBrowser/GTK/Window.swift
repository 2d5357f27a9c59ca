import CWebKitGTK

extension Widget {
  /// Creates a button that opens a menu of actions. The sections of the menu contain titles and
  /// names of actions.
  static func menuButton(
    icon: String, _ name: String, _ sections: [[(title: String, action: String)]]
  ) -> Widget {
    let menu = g_menu_new()!
    for section in sections {
      let part = g_menu_new()!
      for (title, action) in section { g_menu_append(part, title, "win." + action) }
      g_menu_append_section(menu, nil, part.cast())
      g_object_unref(part.raw)
    }
    let button = Widget(gtk_menu_button_new()!)
    gtk_menu_button_set_icon_name(button.opaque, icon)
    gtk_menu_button_set_menu_model(button.opaque, menu.cast())
    g_object_unref(menu.raw)
    button.setName(name)
    button.set(class: "flat")
    return button
  }
}
