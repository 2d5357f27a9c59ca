import CWebKitGTK

/// Formats times for display, in the system's time zone.
enum Clock {
  /// - Parameter format: A format for GLib's `g_date_time_format`.
  static func text(_ milliseconds: Int64, as format: String = "%A, %e %B %Y, %H:%M:%S") -> String {
    let time = g_date_time_new_from_unix_local(gint64(milliseconds / 1_000))
    defer { g_date_time_unref(time) }
    let text = g_date_time_format(time, format)
    defer { g_free(text) }
    return string(text)
  }
}
