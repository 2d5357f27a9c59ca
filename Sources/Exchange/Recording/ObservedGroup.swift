internal import BrowserModel
internal import Notation

struct ObservedGroup: Equatable {
  var title = ""
  var color = TabGroup.Color.grey
  var isCollapsed = false

  init(title: String = "", color: TabGroup.Color = .grey, isCollapsed: Bool = false) {
    self.title = title
    self.color = color
    self.isCollapsed = isCollapsed
  }

  init(_ group: JSON) {
    title = group["title"]?.string ?? ""
    color = TabGroup.Color(named: group["color"]?.string ?? "")
    isCollapsed = group["collapsed"]?.isTrue ?? false
  }
}
