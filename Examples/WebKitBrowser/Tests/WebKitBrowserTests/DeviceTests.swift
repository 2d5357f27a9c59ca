import Retrace
import RetraceStore
import Testing

extension WindowTests {
  @Suite(.serialized) struct DeviceTests {
    @Test func `tabs of another device are shown in the overview, and can be opened here`() throws {
      let browser = try RunningBrowser(opening: "/page/near") { store, server in
        let phone = Store.inMemory()
        var (desk, other) = (DeviceSharing(of: store), DeviceSharing(of: phone))
        try desk.join(as: 1, named: "desk")
        try other.join(as: 2, named: "phone")
        try phone.open(server.url("/page/first"))
        try phone.go(server.url("/page/far"))
        try desk.receive(other.batches())
      }
      defer { browser.close() }
      try browser.press("ctrl+shift+o")
      try browser.waitForRest()
      try browser.screen.keepPicture("devices")
      try browser.click(590, 753) { $0.tabs == 3 && $0.title == "far" }
      try browser.press("alt+Left") { $0.title == "first" }
      try browser.press("ctrl+z") { $0.tabs == 3 && $0.title == "far" }
      try browser.press("ctrl+z") { $0.tabs == 2 && $0.title == "near" }
    }
  }
}
