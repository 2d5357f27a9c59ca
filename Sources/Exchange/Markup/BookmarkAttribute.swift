internal import BrowserModel

/// The attributes of bookmarks and folders in HTML.
enum BookmarkAttribute {
  /// The attribute is imported, or does not describe the page.
  case used
  case leftOut(ImportOmission)

  static let ofBookmarks: [String: BookmarkAttribute] = [
    "href": .used, "add_date": .used, "time_added": .used, "shortcuturl": .used, "tags": .used,
    "class": .used, "id": .used, "name": .used, "rel": .used, "style": .used, "target": .used,
    "icon": .leftOut(.icons), "last_visit": .leftOut(.lastVisits),
    "last_modified": .leftOut(.changes), "private": .leftOut(.privacy), "toread": .leftOut(.toRead),
    "feedurl": .leftOut(.feeds),
  ]

  static let ofFolders: [String: BookmarkAttribute] = [
    "add_date": .used, "class": .used, "id": .used, "style": .used, "folded": .used,
    "personal_toolbar_folder": .used, "unfiled_bookmarks_folder": .used,
    "last_modified": .leftOut(.changes),
  ]
}
