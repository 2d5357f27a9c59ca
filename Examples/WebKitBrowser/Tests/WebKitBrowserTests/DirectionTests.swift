import Foundation
import Retrace
import Testing

extension WindowTests {
  /// Swipes, and windows with a right-to-left layout.
  @Suite(.serialized) struct DirectionTests {
    /// A horizontal wheel event, as a touchpad sends it.
    private enum Swipe: Int {
      case right = 6
      case left = 7
    }

    @Test func `in a narrow window, a swipe navigates, and on a bar it switches tabs`()
      throws
    {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      try browser.visit("/page/two")
      try browser.press("ctrl+t")
      try browser.visit("/page/three")
      try browser.screen.resize(420, 760)
      try browser.waitForRest()
      let window = try browser.screen.frontWindow()
      func swipe(_ swipe: Swipe, at height: Int, until: (RunningBrowser.Step) -> Bool) throws {
        try browser.click(window.x + 200, window.y + height, button: swipe.rawValue, until: until)
        // Further events directly after these would belong to the same swipe.
        try browser.waitForRest()
      }
      // The toolbar is below the tabs, and the other bar is at the bottom.
      try swipe(.right, at: 73, until: { $0.title == "two" })
      try swipe(.right, at: 400, until: { $0.title == "one" && $0.canGoForward })
      try swipe(.left, at: 400, until: { $0.title == "two" && !$0.canGoForward })
      try swipe(.left, at: 735, until: { $0.title == "three" })
    }

    @Test func `from right to left, Back is at the right and points there`() throws {
      let browser = try RunningBrowser(arguments: ["--rtl"])
      defer { browser.close() }
      try browser.visit("/page/one")
      try browser.visit("/page/two")
      try browser.screen.keepPicture("right-to-left")
      // The toolbar is the mirror image of the left-to-right toolbar, so Back is at its right end.
      let window = try browser.screen.frontWindow()
      let place = (x: window.x + window.width - 32, y: window.y + 73)
      let arrow = try browser.screen.picture(around: place)
      try browser.click(place.x, place.y) { $0.title == "one" && $0.canGoForward }
      browser.end()
      try browser.start()
      try browser.press("alt+Right") { $0.title == "two" }
      let other = try browser.screen.frontWindow()
      let mirrored = try browser.screen.picture(around: (other.x + 32, other.y + 73))
      #expect(try browser.screen.difference(of: arrow, andMirrored: mirrored) < 0.02)
      #expect(try browser.screen.difference(of: arrow, andMirrored: arrow) > 0.05)
    }
  }
}

extension Screen {
  /// Returns the position and width of the window in front.
  fileprivate func frontWindow() throws -> (x: Int, y: Int, width: Int) {
    let shape = try run("xdotool", "getactivewindow", "getwindowgeometry", "--shell")
    func value(_ name: String) -> Int {
      let line = shape.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
      return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("X"), value("Y"), value("WIDTH"))
  }

  /// Returns the path of a small picture of the area around a place. Waits until the area no longer
  /// changes, while the pointer is elsewhere.
  fileprivate func picture(around place: (x: Int, y: Int)) throws -> String {
    try run("xdotool", "mousemove", "600", "500")
    let path = folder.path + "/\(place.x).png"
    var (former, alike) = (Data(), 0)
    for _ in 0..<100 where alike < 3 {
      try run(
        "import", "-window", "root", "-crop", "24x24+\(place.x - 12)+\(place.y - 12)", "+repage",
        "-strip", path)
      let picture = try Data(contentsOf: URL(filePath: path))
      alike = picture == former ? alike + 1 : 0
      former = picture
    }
    return path
  }

  /// Returns the difference between a picture and the mirror image of another picture, from 0 to 1.
  fileprivate func difference(of path: String, andMirrored other: String) throws -> Double {
    let said = try run(
      "convert", path, "(", other, "-flop", ")", "-metric", "RMSE", "-compare", "-format",
      "%[distortion]", "info:")
    return try #require(Double(said))
  }
}
