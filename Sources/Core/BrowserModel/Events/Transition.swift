/// How a page was reached, after the core types of Chromium's `PageTransition`. Raw values
/// are stored and never reused.
///
/// - `link`: a link was clicked, or a page navigated by itself.
/// - `typed`: a URL was typed.
/// - `bookmark`: a bookmark was opened.
/// - `generated`: words were typed that became a search.
/// - `startPage`: a tab or window was opened without an address.
/// - `formSubmit`: a form was sent.
/// - `reload`: the page was loaded again.
/// - `keyword`: words were typed after the keyword of a search engine or bookmark.
/// - `script`: a script navigated without the user.
public enum Transition: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case link, typed, bookmark, generated, startPage, formSubmit, reload, keyword, script

  /// Whether a page chose the target, and not the user. The address field shows such a
  /// target only once it commits (A4): otherwise a page could put any address above itself.
  public var isByPage: Bool {
    switch self {
    case .link, .formSubmit, .script: true
    case .typed, .bookmark, .generated, .startPage, .reload, .keyword: false
    }
  }

  /// Whether the user begins something new with it, so that opener groups are forgotten
  /// (T8). Chromium: `ShouldForgetOpenersForTransition`.
  public var beginsTask: Bool {
    switch self {
    case .typed, .bookmark, .generated, .keyword, .startPage: true
    case .link, .formSubmit, .reload, .script: false
    }
  }
}
