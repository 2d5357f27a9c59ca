import CWebKitGTK

/// An address that WebKit does not load. WebKit shows an empty page without reporting a failure.
struct BlockedAddress {
  /// The explanation for the user.
  let reason: String

  /// Creates the explanation for an address. Returns nil if WebKit would load the address.
  init?(_ url: String) {
    guard let uri = g_uri_parse(url, G_URI_FLAGS_NONE, nil) else { return nil }
    defer { g_uri_unref(uri) }
    guard ["http", "https"].contains(string(g_uri_get_scheme(uri))) else { return nil }
    let port = Int(g_uri_get_port(uri))
    let host = string(g_uri_get_host(uri))
    if Self.ports.contains(port) {
      reason =
        "Browsers do not open port \(port), because it is meant for something other than web pages. "
        + "Check the number after the colon in the address."
    } else if host == "0.0.0.0" || host == "::" {
      reason =
        "\(host) does not name a computer. Use “localhost” for a server on this computer."
    } else {
      return nil
    }
  }

  /// The ports that the Fetch standard blocks ("bad port").
  private static let ports: Set<Int> = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102,
    103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
    512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
    995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
    6669, 6679, 6697, 10080,
  ]
}
