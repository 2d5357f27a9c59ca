import BrowserModel

/// One thing that another program knows, as a reader of its format gives it: the same for all formats.
///
/// Bookmarks come flat, in order, so that no depth of folders needs a stack of calls.
package enum PortableItem: Equatable, Sendable {
  case bookmark(PortableBookmark)
  /// What follows, up to the matching ``folderEnded``, is in this folder.
  case folderBegan(PortableBookmark)
  case folderEnded
  case visit(PortableVisit)
  /// The zoom of a host, in hundredths of a percent.
  case zoom(host: String, hundredths: Int)
  /// Windows with their tabs, and what was closed.
  case session(PortableSession)
  /// Something that cannot be read or kept, in a sentence; the rest continues.
  case problem(String)
  /// So many things of a kind that nothing here has a place for.
  case leftOut(LeftOut, Int)
  /// So many things will come, more or less.
  case announced(Int)
}
