import Foundation
import Glibc
import Synchronization

/// A local web server in its own thread. It has pages that redirect, are slow, fail or change their
/// own address, and files that are not pages.
final class PageServer: Sendable {
  let port: UInt16
  private let listening: Int32
  private let requests = Mutex<[String]>([])

  /// The requested paths, in order.
  var asked: [String] { requests.withLock { $0 } }

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listening, pointer, length) == 0 && listen(listening, 64) == 0
          && getsockname(listening, pointer, &length) == 0
      }
    }
    guard bound else { throw Failure.cannotListen(errno) }
    self.listening = listening
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in accept() }
  }

  enum Failure: Error { case cannotListen(Int32) }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  func stop() {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(listening, nil, nil)
      guard connection >= 0 else { return }
      Thread.detachNewThread { [self] in answer(connection) }
    }
  }

  private func answer(_ connection: Int32) {
    defer { close(connection) }
    var buffer = [UInt8](repeating: 0, count: 8_192)
    let count = read(connection, &buffer, buffer.count)
    guard count > 0 else { return }
    let words = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
    guard words.count > 1 else { return }
    let path = String(words[1])
    if path != "/favicon.ico" { requests.withLock { $0.append(path) } }
    let bytes = Array(response(to: path).utf8)
    _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
  }

  private func response(to path: String) -> String {
    let parts = path.split { $0 == "/" || $0 == "?" }.map { String($0) }
    let name = parts.last ?? ""
    switch parts.first {
    case "redirect":
      return "HTTP/1.1 302 Found\r\nLocation: /page/\(name)\r\nContent-Length: 0\r\n\r\n"
    case "slow":
      usleep(700_000)
      return page(name)
    case "broken": return ""
    case "once": return asked.count { $0 == path } > 1 ? "" : page(name)
    case "empty": return "HTTP/1.1 204 No Content\r\n\r\n"
    case "file":
      return with("application/octet-stream", "not a page")
    case "replace": return html(name, "<script>location.replace('/page/\(name)')</script>")
    case "push":
      return html(
        name,
        """
        <body style="height:3000px" onclick="count++; document.title = '\(name)' + count; \
        history.pushState({}, '', '/push/\(name)' + count)"><script>var count = 0</script>
        """)
    case "search": return page("results")
    case "hop":
      return html(name, "<script>setTimeout(() => location.href = '/page/\(name)', 300)</script>")
    case "hops":
      return html(name, "<script>setTimeout(() => location.href = '/hop/\(name)', 200)</script>")
    case "refresh":
      return html(name, "<meta http-equiv=refresh content='0;url=/page/\(name)'>")
    case "to": return onClick("location.href = '/\(parts[1])/\(name)'")
    case "push-and-go":
      return onClick("history.pushState({}, '', '/pushed'); location.href = '/page/\(name)'")
    case "pushes":
      return onClick("for (let n of '123') history.pushState({}, '', '/pushed/' + n)")
    case "form":
      return html(
        "before",
        """
        <form method=post action=/redirect/\(name)><button style="width:900px;height:500px">Go</button>
        </form>
        """)
    case "window": return onClick("window.open('/page/\(name)')")
    case "window-and-go":
      return onClick("window.open('/page/\(name)'); location.href = '/page/elsewhere'")
    // The page reports its scroll position.
    case "place":
      return html(
        name,
        """
        <body style="margin:0;height:4000px"><script>addEventListener('scroll', () => \
        setTimeout(() => fetch('/at/' + Math.round(scrollY)), 300))</script>
        """)
    case "hang": return onClick("while (true) {}")
    case "words": return html(name, "<body>river mountain river lake river")
    case "long": return html(String(repeating: "\(name) ", count: 60), "<body>long")
    case "frames": return html(name, "<iframe src=/page/inner></iframe>")
    default: return page(name)
    }
  }

  /// Returns a page whose upper part is one link, so that a click need not be precise.
  private func page(_ name: String) -> String {
    let hue = name.utf8.reduce(7) { ($0 * 31 + Int($1)) % 360 }
    return html(
      name,
      """
      <body style="margin:0;font-family:sans-serif;background:hsl(\(hue),55%,90%);height:4000px">
      <a href="/page/\(name)x" style="display:block;padding:60px;height:200px;color:inherit;
      text-decoration:none"><h1>\(name)</h1>A click leads on.</a>
      """)
  }

  /// Returns a page that runs a script when it is clicked anywhere.
  private func onClick(_ script: String) -> String {
    html("before", "<body style='height:3000px' onclick=\"\(script)\">A click leads on.")
  }

  private func html(_ title: String, _ body: String) -> String {
    with("text/html; charset=utf-8", "<!doctype html><title>\(title)</title>\(body)")
  }

  private func with(_ type: String, _ body: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(body)"
  }
}
