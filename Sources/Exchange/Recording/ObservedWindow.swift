internal import BrowserModel
internal import Notation

struct ObservedWindow: Equatable {
  var id: Int64
  var tabs: [ObservedTab]
  var isFocused = false
  var bounds = Window.Bounds.unknown
  var showState = Window.ShowState.normal

  init(_ id: Int64, _ tabs: [ObservedTab]) {
    self.id = id
    self.tabs = tabs
  }

  init(_ window: JSON, _ targets: [Int64: String]) {
    id = window["id"]?.integer ?? 0
    tabs = (window["tabs"]?.elements ?? []).map { ObservedTab($0, targets) }
    isFocused = window["focused"]?.isTrue ?? false
    func length(_ name: String) -> Int32 { Int32(clamping: window[name]?.integer ?? 0) }
    bounds = Window.Bounds(
      x: length("left"), y: length("top"), width: length("width"), height: length("height"))
    showState = Window.ShowState(webExtensions: window["state"]?.string ?? "")
  }

  var activeTab: ObservedTab? { tabs.first(where: \.isActive) }
}
