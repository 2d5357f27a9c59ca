package import BrowserModel
package import Notation

package struct ObservedGroup: Equatable {
  package var title = ""
  package var color = TabGroup.Color.grey
  package var isCollapsed = false

  package init(title: String = "", color: TabGroup.Color = .grey, isCollapsed: Bool = false) {
    self.title = title
    self.color = color
    self.isCollapsed = isCollapsed
  }

  package init(_ group: JSON) {
    title = group["title"]?.string ?? ""
    color = TabGroup.Color(named: group["color"]?.string ?? "")
    isCollapsed = group["collapsed"]?.isTrue ?? false
  }
}
