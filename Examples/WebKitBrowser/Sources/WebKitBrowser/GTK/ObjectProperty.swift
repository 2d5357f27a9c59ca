import CWebKitGTK

/// A property that can be set only when an object is created.
enum ObjectProperty {
  case object(UnsafeMutableRawPointer)
  case choice(GType, Int32)

  var value: GValue {
    var value = GValue()
    switch self {
    case .object(let object):
      g_value_init(&value, g_object_get_type())
      g_value_set_object(&value, object)
    case .choice(let type, let number):
      g_value_init(&value, type)
      g_value_set_enum(&value, number)
    }
    return value
  }
}
