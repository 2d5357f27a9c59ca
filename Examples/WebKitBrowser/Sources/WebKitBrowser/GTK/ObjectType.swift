import CWebKitGTK

/// The type numbers of GObject, which are macros in C.
enum ObjectType {
  static let int = GType(6 << 2)
  static let int64 = GType(10 << 2)
  static let boolean = GType(5 << 2)
  static let string = GType(16 << 2)
}
