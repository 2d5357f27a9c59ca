/// The tabs of a window from left to right, with the labels of a trace.
struct Strip: Decodable, Equatable, CustomStringConvertible {
  var active: String
  var tabs: [Tab]

  struct Tab: Decodable, Equatable {
    var tab: String
    var url: String
    var opener: String?
    var pinned: Bool
    var group: String?
  }

  /// Each word is a tab: `t3*` is active, `t4<t3` was opened by t3, `t1p` is pinned, and `t5(g1)`
  /// is in group g1.
  var description: String {
    tabs.map { tab in
      tab.tab + (tab.tab == active ? "*" : "") + (tab.pinned ? "p" : "")
        + (tab.opener.map { "<\($0)" } ?? "") + (tab.group.map { "(\($0))" } ?? "")
    }.joined(separator: " ")
  }
}
