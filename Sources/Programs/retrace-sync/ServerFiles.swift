import Console
internal import Notation
import Platform
import Sync

/// `server`: the configuration of the servers that keep a profile's stream, one or three, and where to put it.
struct ServerFiles {
  private let hosts: [String]
  /// Those of the devices that are let in; nil: whoever knows the password is.
  private let keys: [String]?
  private let password = Password.make()
  private let clusterPassword = Password.make()
  private let answer: SyncAnswer

  init(_ call: SyncCall) throws {
    hosts = call.words
    keys = call.keys
    answer = SyncAnswer(call)
    guard [1, 3].contains(hosts.count), Set(hosts).count == hosts.count else {
      throw StreamFailure(
        "Name one computer, or three that can stand in for each other.", isTemporary: false)
    }
    for host in hosts {
      _ = try ServerAddress(host)
      guard Self.isHost(host) else {
        throw StreamFailure(
          "“\(ServerAddress.withoutUser(host))” is not the name of a computer alone: leave out nats:// and "
            + "ports.", isTemporary: false)
      }
    }
    for key in keys ?? [] where !DeviceKey.isName(key) {
      throw StreamFailure(
        "“\(key)” is not the key of a device: “sync key” prints that.", isTemporary: false)
    }
  }

  /// Whether a text is a host alone; the colons of an IPv6 address stand in brackets.
  private static func isHost(_ text: String) -> Bool {
    let refused = isNumeric(text) ? "/@" : ":/@"
    return !text.contains { refused.contains($0) }
  }

  private static func isNumeric(_ host: String) -> Bool {
    host.hasPrefix("[") && host.hasSuffix("]")
  }

  func tell() throws {
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
      try answer.say(
        "# On \(host), as /etc/nats-server.conf, readable by its user alone (chmod 600);")
      try answer.say("# started by: nats-server -c /etc/nats-server.conf")
      try answer.say(VisibleText(trusted: text(for: host)))
    }
    try answer.say("# Then, on the first device, “retrace sync init”, which asks for this:")
    try answer.sayUnbroken("# \(VisibleText(addresses))")
  }

  /// What the devices connect to.
  private var addresses: String {
    let start = keys == nil ? "nats://retrace:\(password)@" : "tls://"
    return hosts.map { "\(start)\($0):4222" }.joined(separator: ",")
  }

  private func text(for host: String) -> String {
    let everywhere = Self.isNumeric(host) ? "[::]" : "0.0.0.0"
    var text = """
      server_name: "\(host)"
      listen: "\(everywhere):4222"
      # What is acknowledged has to be on disk.
      jetstream { store_dir: "/var/lib/nats", sync_interval: always }
      \(admission(at: host))

      """
    if hosts.count > 1 {
      let routes = hosts.map { "\"nats://node:\(clusterPassword)@\($0):6222\"" }
      text += """
        # The three reach each other through port 6222, without TLS: in a network of their own, or one that
        # others cannot listen to.
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
  /// Who is let in, and whether that is encrypted.
  private func admission(at host: String) -> String {
    let certificate = #"tls { cert_file: "/etc/nats/cert.pem", key_file: "/etc/nats/key.pem" }"#
    guard let keys else {
      return """
        authorization { user: "retrace", password: "\(password)" }
        # With a certificate for \(host), tls:// takes the place of nats://.
        # \(certificate)
        """
    }
    return """
      # The certificate is for \(host).
      \(certificate)
      # The devices of one profile: they see nothing of other accounts. After a change here:
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

/// `server` with the address of a database: what makes it, and the role that the devices have there.
struct DatabaseScript {
  private let hosts: Substring
  private let database: Substring
  private let role: Substring
  private let options: Substring
  private let password = Password.make()
  private let answer: SyncAnswer

  init(_ call: SyncCall, _ address: String) throws {
    answer = SyncAnswer(call)
    let address = try DatabaseAddress(address)
    let place = address.description.dropFirst("postgresql://".count)
    hosts = place.prefix { $0 != "/" }
    database = place.contains("/") ? place[hosts.endIndex...].dropFirst() : "retrace"
    role = address.role.map { $0[...] } ?? database
    options = address.url.firstIndex(of: "?").map { address.url[$0...] } ?? ""
    guard call.keys == nil else {
      throw StreamFailure(
        "A database lets in who knows its password: keys are for NATS servers.", isTemporary: false)
    }
    guard !address.hasPassword else {
      throw StreamFailure(
        "Leave the password out of the address: a new one is made.", isTemporary: false)
    }
    guard call.words.count == 1, !hosts.isEmpty, Self.isName(database), Self.isName(role) else {
      throw StreamFailure(
        "Name one database, and the role if it is another, in small letters: "
          + "postgresql://HOST/retrace.", isTemporary: false)
    }
  }

  /// Whether addresses, and SQL within quotes, take a name as it is.
  private static func isName(_ name: Substring) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
  }

  func tell() throws {
    let servers = "postgresql://\(role):\(password)@\(hosts)/\(database)\(options)"
    let text = """
      CREATE ROLE "\(role)" LOGIN PASSWORD '\(password)';
      CREATE DATABASE "\(database)" OWNER "\(role)";
      """
    try answer.write("server") { json in
      json.member("servers", servers)
      json.array("files") { json in
        json.object { json in
          json.member("host", String(hosts))
          json.member("text", text)
        }
      }
    }
    try answer.say("-- On \(String(hosts)), by the user postgres: psql -v ON_ERROR_STOP=1")
    try answer.say(VisibleText(trusted: text))
    try answer.say("-- Then, on the first device, “retrace sync init”, which asks for this:")
    try answer.sayUnbroken("-- \(VisibleText(servers))")
  }
}

/// 24 letters and digits that nobody guesses: 124 bits.
private enum Password {
  static func make() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz0123456789ABCD")
    // Drawn by the system's generator.
    return String((0..<24).map { _ in letters[Int.random(in: letters.indices)] })
  }
}

/// `unit`: a unit for systemd that has `follow` run as long as a person is logged in.
struct ServiceUnit {
  private let call: SyncCall

  init(_ call: SyncCall) { self.call = call }

  func tell() throws {
    let answer = SyncAnswer(call)
    try answer.write("unit") { $0.member("text", text) }
    try answer.say(VisibleText(trusted: text))
  }

  private var text: String {
    let program = FileTree.linkTarget(of: "/proc/self/exe") ?? "retrace-sync"
    return """
      # As ~/.config/systemd/user/retrace-sync.service; then:
      # systemctl --user enable --now retrace-sync
      [Unit]
      Description=Retrace: what other devices do, as it happens

      [Service]
      \(certificates)ExecStart=\(Self.quoted(program)) follow --quiet --profile \(Self.quoted(call.profile))
      Restart=on-failure
      RestartSec=60
      # Removed, or put back from a backup: a person has to do something.
      RestartPreventExitStatus=\(ExitStatus.unopened.rawValue)

      [Install]
      WantedBy=default.target
      """
  }

  /// The certificates that are trusted here besides the system's.
  private var certificates: String {
    guard let file = ProcessContext.variable("SSL_CERT_FILE") else { return "" }
    // There “$” has no meaning of its own (systemd.exec(5)).
    return "Environment=\(Self.quoted("SSL_CERT_FILE=" + file, dollar: "$"))\n"
  }

  /// A word of a command line as systemd reads it (systemd.service(5)).
  private static func quoted(_ word: String, dollar: String = "$$") -> String {
    let marks: [Character: String] = ["\\": "\\\\", "\"": "\\\"", "%": "%%", "$": dollar]
    return "\"" + word.map { marks[$0] ?? String($0) }.joined() + "\""
  }
}
