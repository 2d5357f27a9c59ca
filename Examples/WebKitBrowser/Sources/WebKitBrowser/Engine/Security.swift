import CWebKitGTK
import Retrace

/// The security of a page's connection, for the icon in the address field.
enum Security: Equatable {
  /// No page is shown yet, or the page has no security state.
  case none
  /// The page comes from this computer.
  case local
  case secure
  /// The connection is not encrypted.
  case insecure
  /// The connection is encrypted, but parts of the page came over an unencrypted connection.
  case mixed
  /// The user has accepted an untrusted certificate.
  case unproven

  var icon: String {
    switch self {
    case .none: "web-browser-symbolic"
    case .local: "computer-symbolic"
    case .secure: "channel-secure-symbolic"
    case .insecure, .mixed, .unproven: "channel-insecure-symbolic"
    }
  }

  var sentence: String? {
    switch self {
    case .none: nil
    case .local: "This page comes from this computer."
    case .secure: "The connection to this site is encrypted, and the site has proved its name."
    case .insecure:
      "The connection to this site is not encrypted. Others can read and change what is sent."
    case .mixed: "Parts of this page were sent over an unencrypted connection."
    case .unproven: "You accepted this site although it could not prove its name."
    }
  }
}

extension PageView {
  var security: Security {
    guard phase == .rest || phase == .committed, let uri = g_uri_parse(url, G_URI_FLAGS_NONE, nil)
    else { return .none }
    defer { g_uri_unref(uri) }
    switch string(g_uri_get_scheme(uri)) {
    case "https":
      var certificate: UnsafeMutablePointer<GTlsCertificate>?
      var errors = GTlsCertificateFlags(0)
      guard webkit_web_view_get_tls_info(view, &certificate, &errors) != 0 else { return .none }
      if errors.rawValue != 0 { return .unproven }
      return hasInsecureContent ? .mixed : .secure
    case "http":
      let host = string(g_uri_get_host(uri))
      let isHere = host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      return isHere || host.hasPrefix("127.") ? .local : .insecure
    case "file": return .local
    default: return .none
    }
  }
}
