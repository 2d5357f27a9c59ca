import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore

/// The work of a process that is measured under load.
extension StoreProbe {
  /// `write name milliseconds`: opens tabs with numbered addresses and closes them, for so long;
  /// says how many it has opened.
  func openNumbered(_ name: String, milliseconds: Int) throws -> String {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    var tabs: [TabID] = []
    var count = 0
    repeat {
      count += 1
      let opened = try store.perform(
        .open(OpenTab(Destination("http://\(name).example/\(count)"))))
      tabs.append(TabID(opened.sequence))
      if tabs.count > 3 { try store.perform(.closeTabs([tabs.removeFirst()])) }
    } while ContinuousClock.now < end
    return "\(count)"
  }

  /// `hold`: reads a state and says which, waits for a line, reads all of that state, and says how
  /// much it was and how many writes had passed.
  func hold() throws -> String {
    let count = try store.log.read { reader in
      Self.say("held \(try reader.newest())")
      _ = readLine()
      var count = 0
      try reader.scan { (_, _) in
        count += 1
        return true
      }
      return count
    }
    return "read \(count) passed \(store.log.takePassedWrites())"
  }

  /// `append count`: opens tabs and closes each again, in batches of a thousand actions.
  func append(_ count: Int, closing: Bool) throws -> String {
    for start in stride(from: 0, to: count, by: 1_000) {
      let some = try store.perform(
        all: (start..<min(start + 1_000, count)).map { number in
          .open(OpenTab(Destination("http://site\(number % 977).example/page/\(number)")))
        })
      guard closing else { continue }
      try store.perform(all: [.closeTabs(some.map { TabID($0.sequence) })])
    }
    return "\(newest) \(Self.privateKilobytes)"
  }

  /// `profiles folder count`: makes profiles one after the other, writes to each and opens it again.
  ///
  /// It says what the process has after the first quarter of them, and after the last: descriptors,
  /// mappings and kilobytes of memory; and how many microseconds of the processor the middle one of the
  /// quarter took.
  static func openMany(_ folder: String, count: Int) throws {
    // What is made once and stays, as caches of the C library, is there by then.
    let warm = max(count / 4, 1)
    var times: [Int] = []
    for number in 1...count {
      // Creating a profile lists the files next to it.
      let path = "\(folder)/\(number / 50)/\(number)"
      let start = processorMicroseconds
      for _ in 1...2 {
        let store = try Store(EventLog(profile: path, access: .readWrite)) { 1_700_000_000_000 }
        try store.perform(.open(OpenTab(Destination("http://a.example/"))))
      }
      let store = try Store(EventLog(profile: path, access: .readOnly)) { 0 }
      guard store.browser.tabCount == 2 else { return say("lost in \(number)") }
      times.append(processorMicroseconds - start)
      guard number == warm || number == count else { continue }
      say("\(possessions) \(times.suffix(warm).sorted()[warm / 2])")
    }
  }

  /// What this process has taken of the processor.
  private static var processorMicroseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  private static var possessions: String {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let files = maps.split(separator: "\n").count { $0.contains(".mdb") }
    return "\(descriptors.count) \(files) \(privateKilobytes)"
  }

  /// The memory that is this process's alone, without the pages of files.
  static var privateKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }
}
