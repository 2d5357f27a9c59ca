import CWebKitGTK
import Retrace

/// Reads and replaces the back/forward list of a web view.
enum BackForwardList {
  /// An item of WebKit's list. Its pointer stays the same as long as the item is in the list.
  struct Item {
    let pointer: OpaquePointer
    let url: String
    let title: String
  }

  /// Returns the items, oldest first, and WebKit's current index, or nil if the list is empty.
  ///
  /// WebKit's index changes when a travel begins, before the page is shown.
  static func read(_ view: UnsafeMutablePointer<WebKitWebView>) -> (items: [Item], index: Int)? {
    let list = webkit_web_view_get_back_forward_list(view)!
    guard let current = webkit_back_forward_list_get_current_item(list) else { return nil }
    var items = [item(current)]
    var offset: gint = -1
    while let former = webkit_back_forward_list_get_nth_item(list, offset) {
      items.append(item(former))
      offset -= 1
    }
    items.reverse()
    let index = items.count - 1
    offset = 1
    while let further = webkit_back_forward_list_get_nth_item(list, offset) {
      items.append(item(further))
      offset += 1
    }
    return (items, index)
  }

  private static func item(_ pointer: OpaquePointer) -> Item {
    Item(
      pointer: pointer,
      url: StartAddress.model(string(webkit_back_forward_list_item_get_uri(pointer))),
      title: string(webkit_back_forward_list_item_get_title(pointer)))
  }

  /// The contents of an item that the view has never visited.
  struct NewItem {
    var url: String
    var title: String
    var scroll = Session.EngineEntry.Scroll()
  }

  /// The last sequence number of an item. WebKit assumes that items with equal numbers belong to
  /// the same document, so each number is used only once. WebKit's own numbers are microseconds
  /// since 1970, so they are far larger.
  private static var sequence = 0

  /// Replaces the list of a view, without loading or changing the page.
  ///
  /// WebKit represents a session as a GLib variant, whose text form is created here (version 2, as in
  /// WebKit 2.50). Do not call this in a handler of the list's `changed`.
  ///
  /// - Returns: Whether WebKit has accepted the list.
  static func replace(
    of view: UnsafeMutablePointer<WebKitWebView>, by items: [NewItem], index: Int
  ) -> Bool {
    let texts = items.map { item in
      sequence += 2
      let url = quotedInVariant(StartAddress.engine(item.url))
      return "(\(quotedInVariant(item.title)), (\(url), \(url), '', '', [], nothing, \(sequence), "
        + "\(sequence + 1), (\(item.scroll.x), \(item.scroll.y)), 1.0, nothing, []), 2)"
    }
    let type = g_variant_type_new("(qa(s(ssssasmayxx(ii)dm(sa(uaysxmxmds))av)u)mu)")
    defer { g_variant_type_free(type) }
    let text = "(2, [\(texts.joined(separator: ", "))], just \(index))"
    guard let value = g_variant_parse(type, text, nil, nil, nil) else { return false }
    defer { g_variant_unref(value) }
    let bytes = g_variant_get_data_as_bytes(value)
    defer { g_bytes_unref(bytes) }
    guard let state = webkit_web_view_session_state_new(bytes) else { return false }
    defer { webkit_web_view_session_state_unref(state) }
    webkit_web_view_restore_session_state(view, state)
    guard let list = read(view) else { return false }
    return list.items.map(\.url) == items.map(\.url) && list.index == index
  }
}
