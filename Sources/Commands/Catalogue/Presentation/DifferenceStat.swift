internal import CommandKit

/// The numbers of differences between two states.
struct DifferenceStat: AnswerObject {
  /// The numbers of things of one kind that were added, removed and changed.
  struct Counts: AnswerObject {
    var added = 0
    var removed = 0
    var changed = 0

    static let members = AnswerMembers<Self> { counts in
      counts.member("added") { $0.added }
      counts.member("removed") { $0.removed }
      counts.member("changed") { $0.changed }
    }
  }

  var windows = Counts()
  var tabs = Counts()
  var groups = Counts()
  var bookmarks = Counts()
  var sites = Counts()
  var settings = Counts()
  var values = Counts()

  static let members = AnswerMembers<Self>(object: "stat") { stat in
    stat.member("windows") { $0.windows }
    stat.member("tabs") { $0.tabs }
    stat.member("groups") { $0.groups }
    stat.member("bookmarks") { $0.bookmarks }
    stat.member("sites") { $0.sites }
    stat.member("settings") { $0.settings }
    stat.member("values") { $0.values }
  }
}
