import Foundation
import Testing

/// The tests that need a display. They run one after the other, so that each has the machine to
/// itself.
@Suite(.serialized, .enabled(if: Screen.isFound)) enum WindowTests {}

/// A virtual display with a window manager and a bus, for one test.
final class Screen {
  let environment: [String: String]
  let folder: URL
  private var programs: [Process] = []

  /// Whether the programs that the tests need are installed.
  static let isFound = ["Xvfb", "openbox", "xdotool", "import"].allSatisfy { find($0) != nil }

  /// Whether a test can read what screen readers receive.
  static let canBeRead = FileManager.default.fileExists(
    atPath: "/usr/lib/python3/dist-packages/pyatspi/__init__.py")

  init(width: Int = 1_180, height: Int = 840) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var environment = ProcessInfo.processInfo.environment
    environment["GSK_RENDERER"] = "cairo"
    environment["GDK_BACKEND"] = "x11"
    environment["LANG"] = "C.UTF-8"
    // An invalid call of GTK ends the program, and therefore the test.
    environment["G_DEBUG"] = "fatal-criticals"
    // The pages belong to the test, and a container may have no namespaces for a sandbox.
    environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
    environment["HOME"] = folder.path
    environment["XDG_RUNTIME_DIR"] = folder.path
    let pipe = Pipe()
    let display = try Screen.start(
      ["Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24"], environment, pipe)
    programs.append(display)
    let number = try #require(Screen.firstLine(of: pipe))
    environment["DISPLAY"] = ":\(number)"
    let bus = Pipe()
    programs.append(
      try Screen.start(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1"], environment, bus))
    let address = try #require(Screen.firstLine(of: bus))
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    self.environment = environment
    programs.append(try Screen.start(["openbox"], environment))
  }

  func close() {
    for program in programs.reversed() where program.isRunning {
      program.terminate()
      program.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs a program to its end, and returns its output.
  @discardableResult
  func run(_ words: String...) throws -> String { try run(words) }

  @discardableResult
  func run(_ words: [String]) throws -> String {
    let pipe = Pipe()
    let process = try Screen.start(words, environment, pipe)
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// Clicks at a position.
  func click(_ x: Int, _ y: Int, button: Int = 1) throws {
    try run("xdotool", "mousemove", "\(x)", "\(y)", "click", "\(button)")
  }

  /// Changes the size of the window in front.
  func resize(_ width: Int, _ height: Int) throws {
    let window = try run("xdotool", "getactivewindow").split(separator: "\n")[0]
    try run("xdotool", "windowsize", "--sync", String(window), "\(width)", "\(height)")
  }

  /// Returns the size of the window in front.
  func frontSize() throws -> (width: Int, height: Int) {
    let shape = try run("xdotool", "getactivewindow", "getwindowgeometry", "--shell")
    func value(_ name: String) -> Int {
      let line = shape.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
      return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("WIDTH"), value("HEIGHT"))
  }

  /// The time of the system's monotonic clock, in microseconds.
  static var now: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000) }

  /// Returns the time at which a program has painted its window, according to a line of its output.
  static func time(ofPainting line: some StringProtocol) -> Int? {
    line.hasPrefix("mark painted ") ? Int(line.split { $0.isWhitespace }.last ?? "") : nil
  }

  /// Saves a picture of the window in front in the folder named by `BROWSER_PICTURES`.
  func keepPicture(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["BROWSER_PICTURES"] else { return }
    // The window is painted a moment after the program reports the step.
    usleep(900_000)
    let window = try run("xdotool", "getactivewindow").trimmingCharacters(
      in: .whitespacesAndNewlines)
    try run("import", "-window", window, "-strip", "\(folder)/\(name).png")
  }

  static func start(
    _ words: [String], _ environment: [String: String], _ output: Any? = nil, errors: Any? = nil
  ) throws -> Process {
    let process = Process()
    // Test threads block signals, and child processes would inherit this.
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["--default-signal"] + words
    process.environment = environment
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = errors ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private static func firstLine(of pipe: Pipe) -> String? {
    var line: [UInt8] = []
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
