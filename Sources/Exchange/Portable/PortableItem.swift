import BrowserModel

/// An item of another program. The representation is the same for all formats.
///
/// Bookmarks are a flat sequence, so that deep folders require no recursion.
package enum PortableItem: Equatable, Sendable {
  case bookmark(PortableBookmark)
  /// The beginning of a folder. All items up to the matching ``folderEnded`` are in this folder.
  case folderBegan(PortableBookmark)
  case folderEnded
  case visit(PortableVisit)
  /// The zoom level of a host, in hundredths of a percent.
  case zoom(host: String, hundredths: Int)
  /// Windows with their tabs, and closed items.
  case session(PortableSession)
  /// A sentence about an item that cannot be read or stored. Reading continues.
  case problem(String)
  /// The number of unsupported items of a kind.
  case leftOut(ImportOmission, Int)
  /// The approximate number of items that follow.
  case announced(Int)
}
