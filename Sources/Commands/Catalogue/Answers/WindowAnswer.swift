internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// A window as JSON.
struct WindowAnswer: AnswerObject {
  let window: Window
  let browser: Browser
  let state: ShownState

  static let shape = JSONShape.named(.window)
  static let members = AnswerMembers<Self> { window in
    window.member("id", "negative if the window is private, as with all ids") { $0.window.id }
    window.member("name", "empty if it has no name") {
      $0.browser.title(of: $0.window, text: $0.state.words)
    }
    window.optional("browser", "the connected browser that it belongs to, if any") {
      $0.state.connected.label(ofWindow: $0.window.id)
    }
    window.member("private") { $0.window.id.isPrivate }
    window.member("focused") {
      $0.browser.focusedWindow == $0.window.id
        && $0.window.id.isPrivate == $0.state.context.isPrivate
    }
    window.choice("state") { $0.window.showState }
    window.optional("left", "its position on the screen, if known") { $0.bounds?.x }
    window.optional("top") { $0.bounds?.y }
    window.optional("width") { $0.bounds?.width }
    window.optional("height") { $0.bounds?.height }
    window.member("activeTab", "its id") { $0.window.activeTab }
    window.member("tabs", "their ids, from left to right") { Array($0.window.tabs) }
  }
  static let list = AnswerMembers<[Self]>("windows")

  private var bounds: Window.Bounds? { window.bounds == .unknown ? nil : window.bounds }
}
