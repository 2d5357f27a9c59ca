import CWebKitGTK
import Retrace

/// Converts the address of the start page, which WebKit would not load. In WebKit, the start page
/// is an empty page, which the window covers with its own start page.
enum StartAddress {
  private static var isRegistered = false
  private static let scheme = "retrace"
  private static let inEngine = "retrace:start"

  /// Registers the address of the start page in WebKit. Call this before the first view is created.
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

  /// Converts an address of the model to an address of WebKit.
  static func engine(_ url: String) -> String { url == Destination.startPage ? inEngine : url }

  /// Converts an address of WebKit to an address of the model.
  static func model(_ url: String) -> String { url == inEngine ? Destination.startPage : url }
}
