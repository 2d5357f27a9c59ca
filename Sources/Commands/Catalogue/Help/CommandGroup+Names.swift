internal import CommandKit

extension CommandGroup {
  static let tabs = CommandGroup("tabs")
  static let windows = CommandGroup("windows")
  static let groups = CommandGroup("groups")
  static let devices = CommandGroup("devices")
  static let navigation = CommandGroup("navigation")
  static let pageReports = CommandGroup("page-reports")
  static let zoom = CommandGroup("zoom")
  static let bookmarks = CommandGroup("bookmarks")
  static let pastPages = CommandGroup("past-pages")
  static let time = CommandGroup("time")
  static let data = CommandGroup("data")
  static let settings = CommandGroup("settings")
  static let console = CommandGroup("console")
}
