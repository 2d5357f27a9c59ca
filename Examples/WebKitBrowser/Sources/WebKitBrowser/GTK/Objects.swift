import CWebKitGTK

/// A property of an object that can be given only while it is made.
enum ObjectProperty {
  case object(UnsafeMutableRawPointer)
  case choice(GType, Int32)

  fileprivate var value: GValue {
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

/// Makes an object of a type.
func makeObject<Made>(
  _ type: GType, _ properties: [(name: String, value: ObjectProperty)]
) -> UnsafeMutablePointer<Made> {
  var values = properties.map(\.value.value)
  var names = properties.map { UnsafePointer(g_strdup($0.name)) }
  defer {
    for name in names { g_free(UnsafeMutablePointer(mutating: name)) }
    for index in values.indices { g_value_unset(&values[index]) }
  }
  return g_object_new_with_properties(type, guint(names.count), &names, &values).cast()
}
