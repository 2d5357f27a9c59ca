package import BrowserModel
package import Notation

package struct ObservedWindow: Equatable {
  package var id: Int64
  package var tabs: [ObservedTab]
  package var isFocused = false
  package var bounds = Window.Bounds.unknown
  package var showState = Window.ShowState.normal

  package init(_ id: Int64, _ tabs: [ObservedTab]) {
    self.id = id
    self.tabs = tabs
  }

  package init(_ window: JSON) {
    id = window["id"]?.integer ?? 0
    tabs = (window["tabs"]?.elements ?? []).map { ObservedTab($0) }
    isFocused = window["focused"]?.isTrue ?? false
    func length(_ name: String) -> Int32 { Int32(clamping: window[name]?.integer ?? 0) }
    bounds = Window.Bounds(
      x: length("left"), y: length("top"), width: length("width"), height: length("height"))
    showState = Window.ShowState(webExtensions: window["state"]?.string ?? "")
  }

  package var activeTab: ObservedTab? { tabs.first(where: \.isActive) }
}
