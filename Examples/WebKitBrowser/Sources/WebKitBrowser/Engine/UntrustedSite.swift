import CWebKitGTK

/// A site that could not prove that it is what it says it is, and what a person can do about that.
final class UntrustedSite {
  let host: String
  /// What is wrong, for people.
  let reason: String
  private let certificate: OpaquePointer

  /// Takes what WebKit says of a load that failed: the address, the certificate, what is wrong with it.
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
      (G_TLS_CERTIFICATE_UNKNOWN_CA, "nobody known vouches for it"),
      (G_TLS_CERTIFICATE_INSECURE, "it is too weak"),
    ]
    let found = known.filter { has($0.0) }.map(\.1)
    let why = found.isEmpty ? "" : ": " + found.joined(separator: ", ")
    return "\(host) could not prove that it is what it says it is. Somebody may be in between. Its "
      + "certificate is not good\(why)."
  }
}
