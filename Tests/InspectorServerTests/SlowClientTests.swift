import BrowserModel
import Foundation
import Inspector
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import InspectorServer

/// Clients that send a request too slowly.
@Suite struct SlowClientTests {
  /// The client opens the page, follows the log, and sends a part of another request. It writes its
  /// result once the server has closed the last connection.
  private static let client = #"""
    exec 3<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n' "$2" "$1" >&3
    cookie=$(sed -n 's/^Set-Cookie: \([^;]*\).*/\1/p' <&3)
    exec 4<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET /follow HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nCookie: %s\r\n\r\n' "$1" "$cookie" >&4
    read -r status <&4
    while read -r line <&4 && [[ $line != $'\r' ]]; do :; done
    # The message with the newest event, which an empty line ends.
    read -r message <&4
    read -r line <&4
    exec 5<>"/dev/tcp/127.0.0.1/$1"
    printf 'GET / HT' >&5
    answer=$(cat <&5)
    # The status is 0 at the end of a connection, and 1 if there is nothing to read.
    read -t 0 -u 4
    echo "${status%$'\r'}, $message, ${#answer}, $?"
    """#

  @Test(.timeLimit(.minutes(30)))
  func `a client that does not finish its request is disconnected, but not a page that follows`()
    throws
  {
    let folder = try TemporaryFolder()
    let server = try PageServer(
      Store(EventLog()) { 1 }, InspectorFiles(folder: folder.path), patience: .seconds(1))
    let address = try #require(URL(string: server.address))
    let port = try #require(address.port)
    let query = try #require(address.query())
    let client = Process()
    client.executableURL = URL(filePath: "/bin/bash")
    client.arguments = ["-c", Self.client, "client", "\(port)", "/?\(query)"]
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    // The output of the client ends the server.
    try server.run(until: output.fileHandleForReading.fileDescriptor)
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    client.waitUntilExit()
    let result = #"HTTP/1.1 200 OK, data: {"sequence":0}, 0, 1"# + "\n"
    #expect(String(decoding: data, as: UTF8.self) == result)
  }
}
