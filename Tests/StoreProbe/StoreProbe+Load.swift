import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore

/// Operations of a process whose performance is measured.
extension StoreProbe {
  /// `write name milliseconds`: opens and closes tabs with numbered addresses for that time. Prints
  /// the number of opened tabs.
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

  /// `hold`: reads and prints a state, and waits for a line. Then it reads all of that state, and
  /// prints the number of its events and of the writes in between.
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
    return "read \(count) passed \(store.log.consumePassedWrites())"
  }

  /// `append count`: opens tabs and closes each of them, in batches of a thousand actions.
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

  /// `profiles folder count`: creates profiles in sequence, writes to each of them, and opens it
  /// again.
  ///
  /// After the first quarter of the profiles and after the last one, it prints the resources of the
  /// process (descriptors, mappings and kilobytes of memory) and the median processor time for a
  /// profile in that quarter, in microseconds.
  static func openMany(_ folder: String, count: Int) throws {
    // By then, resources that are created only once exist, such as caches of the C library.
    let warm = max(count / 4, 1)
    var times: [Int] = []
    for number in 1...count {
      // Creating a profile lists the other files in the same folder.
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

  /// The processor time that this process has used.
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

  /// The memory that only this process uses, without pages of files.
  static var privateKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }
}
