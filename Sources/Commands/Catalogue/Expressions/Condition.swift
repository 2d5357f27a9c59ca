internal import BrowserModel

/// A condition that is true or false for a state.
enum Condition: Equatable {
  /// `tab rust book`: a tab is open with all these words in its title or URL.
  case tab([String])
  /// `tab #4711`: the tab with this id is open.
  case open(TabID)
  /// `url ~ x`: a tab is open with all these words in its URL.
  case url([String])
  /// `title ~ x`: a tab is open with all these words in its title.
  case title([String])
  /// `closed #4711`: the tab or window with this id is in the closed list.
  case closed(EventID)
  /// `tabs > 50`: the number of things of one kind.
  case count(Countable, Comparison, Int)
  /// `zoom example.com > 100`: the zoom of a site, or the default if the site has no zoom.
  case zoom(host: String, Comparison, hundredths: Int)
  /// `zoom default > 100`.
  case defaultZoom(Comparison, hundredths: Int)

  /// The kinds of things that can be counted.
  enum Countable: String, CaseIterable {
    case tabs, windows, groups, bookmarks, closed
  }

  /// A comparison of two numbers.
  enum Comparison: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case unequal = "!="
    case less = "<"
    case more = ">"
    case equal = "="

    func holds(_ left: Int, _ right: Int) -> Bool {
      switch self {
      case .atMost: left <= right
      case .atLeast: left >= right
      case .unequal: left != right
      case .less: left < right
      case .more: left > right
      case .equal: left == right
      }
    }
  }

  /// The words that the condition searches for, or empty if it searches for none.
  var words: [String] {
    switch self {
    case .tab(let words), .url(let words), .title(let words): words
    default: []
    }
  }
}
