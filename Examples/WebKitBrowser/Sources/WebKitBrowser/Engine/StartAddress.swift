import CWebKitGTK
import Retrace

/// The start page has an address in the model that WebKit would not load. In WebKit it is a page of
/// the browser's own, which is empty: the window shows its start page in front of it.
enum StartAddress {
  private static var isRegistered = false
  private static let scheme = "retrace"
  private static let inEngine = "retrace:start"

  /// Lets WebKit load the start page. Call this before the first view is created.
  static func register() {
    guard !isRegistered else { return }
    isRegistered = true
    webkit_web_context_register_uri_scheme(
      webkit_web_context_get_default(), scheme,
      { request, _ in
        let page = "<!doctype html><meta name=color-scheme content='light dark'>"
        let bytes = g_bytes_new(page, gsize(page.utf8.count))
        let stream = g_memory_input_stream_new_from_bytes(bytes)
        webkit_uri_scheme_request_finish(request, stream, gint64(page.utf8.count), "text/html")
        g_object_unref(stream)
        g_bytes_unref(bytes)
      }, nil, nil)
  }

  /// The model's address as WebKit has it.
  static func engine(_ url: String) -> String { url == Destination.startPage ? inEngine : url }

  /// WebKit's address as the model has it.
  static func model(_ url: String) -> String { url == inEngine ? Destination.startPage : url }
}
