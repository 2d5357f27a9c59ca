import CWebKitGTK

/// Creates an object of a type.
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
