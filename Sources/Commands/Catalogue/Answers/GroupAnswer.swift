internal import BrowserModel
internal import CommandKit

/// A group of tabs as JSON.
struct GroupAnswer: AnswerObject {
  let group: TabGroup
  let title: String

  static let shape = JSONShape.named(.group)
  static let members = AnswerMembers<Self> { group in
    group.member("id") { $0.group.id }
    group.member("windowId") { $0.group.window }
    group.member("title") { $0.title }
    group.choice("color") { $0.group.color }
    group.member("collapsed") { $0.group.isCollapsed }
  }
  static let list = AnswerMembers<[Self]>("groups")
}
