/// A kind of thing that another program keeps, and that an import has no place for.
public enum LeftOut: String, CaseIterable, Sendable {
  case containers, hidden, pageStates, scroll, typed, extensionData, icons, splitViews
  case windowTitles, windowTypes, groups, openers, otherFields
  case frames, redirects, downloads

  /// What one is called.
  public var one: String {
    switch self {
    case .containers: "container of a tab"
    case .hidden: "mark of a hidden tab"
    case .pageStates: "page's own state"
    case .scroll: "scroll position"
    case .typed: "typed text"
    case .extensionData: "note of an extension"
    case .icons: "icon"
    case .splitViews: "split view"
    case .windowTitles: "name of a window"
    case .windowTypes: "kind of a window"
    case .groups: "group that was closed"
    case .openers: "link to the tab that opened another"
    case .otherFields: "field that is not known"
    case .frames: "page in a frame"
    case .redirects: "redirect"
    case .downloads: "download"
    }
  }

  /// What several are called.
  public var many: String {
    switch self {
    case .containers: "containers of tabs"
    case .hidden: "marks of hidden tabs"
    case .pageStates: "pages' own states"
    case .scroll: "scroll positions"
    case .typed: "typed texts"
    case .extensionData: "notes of extensions"
    case .icons: "icons"
    case .splitViews: "split views"
    case .windowTitles: "names of windows"
    case .windowTypes: "kinds of windows"
    case .groups: "groups that were closed"
    case .openers: "links to tabs that opened others"
    case .otherFields: "fields that are not known"
    case .frames: "pages in frames"
    case .redirects: "redirects"
    case .downloads: "downloads"
    }
  }
}
