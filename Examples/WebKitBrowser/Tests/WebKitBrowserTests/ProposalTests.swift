import Retrace
import RetraceStore
import Testing

extension WindowTests {
  @Suite(.serialized) struct ProposalTests {
    @Test func `the user approves one proposal of a program and declines another`() throws {
      let browser = try RunningBrowser(opening: "/page/near") { store, server in
        let tidier = Origin(agent: "tidier")
        for path in ["first", "second"] {
          let tab = try store.open(server.url("/page/\(path)"))
          let branch = BranchID(try store.branch("close-\(path)", by: tidier).sequence)
          try store.switchBranch(to: branch)
          try store.perform(.closeTabs([tab]), by: tidier)
          try store.propose(branch, as: path, saying: "You have read this page.", by: tidier)
          try store.switchBranch(to: .nothing)
        }
      }
      defer { browser.close() }
      let store = try browser.profile.get()
      func states() throws -> [Proposal.State] {
        _ = try store.catchUp()
        return try store.proposals().map(\.state)
      }
      try browser.waitForRest()
      try browser.waitUntilSaid("proposals 2")
      try browser.pressOnly("ctrl+shift+a")
      try browser.waitUntilSaid("proposals open")
      try browser.press("Return") { $0.tabs == 2 }
      try browser.waitUntilSaid("proposals 1")
      #expect(try states() == [.approved, .waiting])
      try browser.pressOnly("ctrl+shift+a")
      try browser.pressOnly("Tab")
      try browser.pressOnly("Return")
      try browser.waitUntilSaid("proposals 0")
      #expect(try states() == [.approved, .declined])
      #expect(try browser.warnings().isEmpty)
      // One undo takes the approval back, and the proposal waits again.
      try browser.press("ctrl+z") { $0.tabs == 3 }
      #expect(try states() == [.waiting, .declined])
    }
  }
}
