import CWebKitGTK

/// A site that could not prove its identity, and the user's options.
final class UntrustedSite {
  let host: String
  /// A description of the problem for the user.
  let reason: String
  private let certificate: OpaquePointer

  /// Creates the site from WebKit's report of a failed load: address, certificate and errors.
  init?(_ signal: Signal) {
    guard let uri = g_uri_parse(signal.text(), G_URI_FLAGS_NONE, nil) else { return nil }
    defer { g_uri_unref(uri) }
    host = string(g_uri_get_host(uri))
    certificate = signal.pointer(1)
    reason = Self.reason(GTlsCertificateFlags(UInt32(signal.number(2))), host)
    g_object_ref(certificate.raw)
  }

  deinit { MainActor.assumeIsolated { g_object_unref(certificate.raw) } }

  /// Accepts this certificate for this host until the program ends.
  func accept(in view: UnsafeMutablePointer<WebKitWebView>) {
    webkit_network_session_allow_tls_certificate_for_host(
      webkit_web_view_get_network_session(view), certificate.cast(), host)
  }

  private static func reason(_ flags: GTlsCertificateFlags, _ host: String) -> String {
    func has(_ flag: GTlsCertificateFlags) -> Bool { flags.rawValue & flag.rawValue != 0 }
    let known: [(GTlsCertificateFlags, String)] = [
      (G_TLS_CERTIFICATE_REVOKED, "it was revoked"),
      (G_TLS_CERTIFICATE_BAD_IDENTITY, "it is for another site"),
      (G_TLS_CERTIFICATE_EXPIRED, "it has expired"),
      (G_TLS_CERTIFICATE_NOT_ACTIVATED, "it is not valid yet"),
      (G_TLS_CERTIFICATE_UNKNOWN_CA, "it is not signed by a trusted authority"),
      (G_TLS_CERTIFICATE_INSECURE, "it is too weak"),
    ]
    let found = known.filter { has($0.0) }.map(\.1)
    let why = found.isEmpty ? "" : ": " + found.joined(separator: ", ")
    return "\(host) could not prove its identity. An attacker may be intercepting the connection. "
      + "Its certificate is not valid\(why)."
  }
}
