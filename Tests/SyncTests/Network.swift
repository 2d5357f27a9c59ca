import Foundation
import TestSupport

/// An isolated network: a namespace, which exists as long as its last thread or descriptor.
final class Network {
  private let descriptor: Int32

  /// Creates a network that has only the loopback interface.
  init() throws {
    let former = try Self.current()
    defer { close(former) }
    guard unshare(Self.kind) == 0 else { throw POSIXError(.EPERM) }
    defer { _ = setns(former, Self.kind) }
    descriptor = try Self.current()
    try Self.run("link set lo up")
  }

  deinit { close(descriptor) }

  /// Whether networks with connections can be created. This needs a privilege.
  static let isAllowed: Bool = {
    do {
      try Network().enter { try run("link add switch type bridge") }
      return true
    } catch {
      return false
    }
  }()

  /// The path with which other programs can use the network.
  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Runs a closure in the network. Its new threads and processes are in the network too.
  func enter<Value>(_ body: () throws -> Value) throws -> Value {
    let former = try Self.current()
    defer { close(former) }
    guard setns(descriptor, Self.kind) == 0 else { throw POSIXError(.EPERM) }
    defer { _ = setns(former, Self.kind) }
    return try body()
  }

  /// Runs `ip` in the network of this thread.
  static func run(_ words: String) throws {
    let run = try Subprocess.run(
      "/usr/bin/env", ["ip"] + words.split(separator: " ").map(String.init))
    guard run.status == 0 else {
      throw CocoaError(.featureUnsupported, userInfo: [words: run.errors])
    }
  }

  private static func current() throws -> Int32 {
    let descriptor = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.ENOENT) }
    return descriptor
  }

  /// `CLONE_NEWNET`.
  private static let kind: Int32 = 0x4000_0000
}

// Swift does not see these GNU extensions.
@_silgen_name("unshare") private func unshare(_ kind: Int32) -> Int32

@_silgen_name("setns") private func setns(_ descriptor: Int32, _ kind: Int32) -> Int32
