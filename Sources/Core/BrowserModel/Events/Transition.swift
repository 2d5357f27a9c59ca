/// The way in which a page was reached, based on the core types of Chromium's `PageTransition`. Raw
/// values are stored and never reused.
///
/// - `link`: a link was clicked, or a page navigated by itself.
/// - `typed`: a URL was typed.
/// - `bookmark`: a bookmark was opened.
/// - `generated`: typed text became a search.
/// - `startPage`: a tab or window was opened without an address.
/// - `formSubmit`: a form was submitted.
/// - `reload`: the page was reloaded.
/// - `keyword`: text was typed after the keyword of a search engine or bookmark.
/// - `script`: a script navigated without user interaction.
public enum Transition: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case link, typed, bookmark, generated, startPage, formSubmit, reload, keyword, script

  /// Whether a page, not the user, chose the target. The address field shows such a target only
  /// when the navigation commits (A4). Otherwise a page could display any address above its own
  /// content.
  public var isByPage: Bool {
    switch self {
    case .link, .formSubmit, .script: true
    case .typed, .bookmark, .generated, .startPage, .reload, .keyword: false
    }
  }

  /// Whether the user begins a new task with a navigation of this kind, so that the window forgets
  /// its opener groups (T8; Chromium, `ShouldForgetOpenersForTransition`).
  public var beginsTask: Bool {
    switch self {
    case .typed, .bookmark, .generated, .keyword, .startPage: true
    case .link, .formSubmit, .reload, .script: false
    }
  }
}
