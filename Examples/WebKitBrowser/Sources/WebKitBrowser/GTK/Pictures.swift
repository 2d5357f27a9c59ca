import CWebKitGTK

/// Returns the upper part of a texture as a small PNG, whose height is at most five eighths of its
/// width, or nil on failure. Takes ownership of the texture.
func smallPNG(of texture: OpaquePointer, width: Int) -> [UInt8]? {
  defer { g_object_unref(texture.raw) }
  guard let picture = gdk_pixbuf_get_from_texture(texture) else { return nil }
  defer { g_object_unref(picture.raw) }
  let size = (gdk_pixbuf_get_width(picture), gdk_pixbuf_get_height(picture))
  let height = max(1, Int(size.1) * width / max(1, Int(size.0)))
  guard
    let small = gdk_pixbuf_scale_simple(picture, gint(width), gint(height), GDK_INTERP_BILINEAR)
  else { return nil }
  let kept = gdk_pixbuf_new_subpixbuf(small, 0, 0, gint(width), gint(min(height, width * 5 / 8)))!
  defer {
    g_object_unref(kept.raw)
    g_object_unref(small.raw)
  }
  var buffer: UnsafeMutablePointer<gchar>?
  var count: gsize = 0
  guard gdk_pixbuf_save_to_bufferv(kept, &buffer, &count, "png", nil, nil, nil) != 0, let buffer
  else { return nil }
  defer { g_free(buffer) }
  return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
}
