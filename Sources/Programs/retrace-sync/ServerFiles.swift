import Catalogue
import CommandKit
internal import Notation
import Platform
import Sync

/// `server`: writes the configuration files for one or three servers that store a profile's stream.
struct ServerFiles {
  private let hosts: [String]
  /// The public keys of the devices that may connect, or nil if devices connect with a password.
  private let keys: [String]?
  private let password = Password.make()
  private let clusterPassword = Password.make()
  private let answer: SyncAnswer

  init(_ call: HelperCall) throws {
    hosts = call.arguments.texts("host")
    // A server does not start if a key is listed twice.
    keys = call.arguments.text("keys")?.split { $0 == "," || $0 == " " }.map(String.init)
      .reduce(into: []) { keys, key in if !keys.contains(key) { keys.append(key) } }
    answer = SyncAnswer(call)
    guard [1, 3].contains(hosts.count), Set(hosts).count == hosts.count else {
      throw SyncError(
        .refused,
        "Name one computer, or three that can replace each other.")
    }
    for host in hosts {
      _ = try ServerAddress(host)
      guard Self.isHost(host) else {
        throw SyncError(
          .refused,
          "“\(ServerAddress.withoutUser(host))” is not just the name of a computer. Leave out "
            + "nats:// and ports.")
      }
    }
    for key in keys ?? [] where !DeviceKey.isName(key) {
      throw SyncError(
        .refused,
        "“\(key)” is not a device key. “sync key” prints the key of a device.")
    }
  }

  /// Whether a string is only a host. An IPv6 address must be in brackets.
  private static func isHost(_ text: String) -> Bool {
    let refused = isNumeric(text) ? "/@" : ":/@"
    return !text.contains { refused.contains($0) }
  }

  private static func isNumeric(_ host: String) -> Bool {
    host.hasPrefix("[") && host.hasSuffix("]")
  }

  func printResult() throws {
    try answer.write("server") { json in
      json.member("servers", addresses)
      json.array("files") { json in
        for host in hosts {
          json.object { json in
            json.member("host", host)
            json.member("text", text(for: host))
          }
        }
      }
    }
    for host in hosts {
      try answer.printLine(
        "# On \(host), as /etc/nats-server.conf, readable only by its user (chmod 600);")
      try answer.printLine("# started by: nats-server -c /etc/nats-server.conf")
      try answer.printLine(SafeText(trusted: text(for: host)))
    }
    try answer.printLine("# Then run “retrace sync init” on the first device. It asks for this:")
    try answer.printUnwrapped("# \(SafeText(addresses))")
  }

  /// The addresses to which the devices connect.
  private var addresses: String {
    let start = keys == nil ? "nats://retrace:\(password)@" : "tls://"
    return hosts.map { "\(start)\($0):4222" }.joined(separator: ",")
  }

  private func text(for host: String) -> String {
    let everywhere = Self.isNumeric(host) ? "[::]" : "0.0.0.0"
    var text = """
      server_name: "\(host)"
      listen: "\(everywhere):4222"
      # Acknowledged messages must be on disk.
      jetstream { store_dir: "/var/lib/nats", sync_interval: always }
      \(admission(at: host))

      """
    if hosts.count > 1 {
      let routes = hosts.map { "\"nats://node:\(clusterPassword)@\($0):6222\"" }
      text += """
        # The three servers connect to each other on port 6222, without TLS. Use a private network, or one
        # that others cannot listen to.
        cluster {
          name: "retrace", listen: "\(everywhere):6222"
          authorization { user: "node", password: "\(clusterPassword)" }
          routes: [
            \(routes.joined(separator: "\n    "))
          ]
        }

        """
    }
    return text
  }
}

extension ServerFiles {
  /// Returns the part of the configuration for authentication and encryption.
  private func admission(at host: String) -> String {
    let certificate = #"tls { cert_file: "/etc/nats/cert.pem", key_file: "/etc/nats/key.pem" }"#
    guard let keys else {
      return """
        authorization { user: "retrace", password: "\(password)" }
        # With a certificate for \(host), use tls:// instead of nats://.
        # \(certificate)
        """
    }
    return """
      # The certificate is for \(host).
      \(certificate)
      # The devices of one profile. They cannot see other accounts. After a change here, run:
      # nats-server --signal reload
      accounts {
        retrace {
          jetstream: enabled
          users: [
            \(keys.map { "{ nkey: \($0) }" }.joined(separator: "\n      "))
          ]
        }
      }
      """
  }
}
