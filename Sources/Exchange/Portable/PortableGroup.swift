package import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

package struct PortableGroup: Equatable, Sendable {
  package var title: String
  package var color: TabGroup.Color
  package var isCollapsed: Bool

  package init(title: String, color: TabGroup.Color = .grey, isCollapsed: Bool = false) {
    self.title = title
    self.color = color
    self.isCollapsed = isCollapsed
  }
}
