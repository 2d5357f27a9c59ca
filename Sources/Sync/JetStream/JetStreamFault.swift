internal import CNATS

/// An error reported by libnats.
struct JetStreamFault {
  let status: natsStatus
  /// The JetStream error code, such as `JSStreamNotFoundErr`, or 0 if the error has no such code.
  let code: UInt32
  /// The error text of libnats or the server.
  let text: String

  init(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) {
    self.status = status
    self.code = code.rawValue
    // The last error of this thread contains the server's text.
    var last = natsStatus(0)
    let words =
      unsafe (nats_GetLastError(&last) ?? natsStatus_GetText(status)).map {
        unsafe String(cString: $0)
      } ?? "error \(status.rawValue)"
    // libnats writes a source location before the text, such as `(conn.c:733): `.
    text = words.firstRange(of: "): ").map { String(words[$0.upperBound...]) } ?? words
  }

  /// Whether a retry on this server or another server may succeed. If so, the failed request may or
  /// may not have been executed.
  var isTemporary: Bool {
    if isCutOff { return true }
    return code == 0
      ? ![
        NATS_MAX_PAYLOAD, NATS_INVALID_ARG, NATS_INVALID_SUBJECT, NATS_NOT_PERMITTED,
        NATS_CONNECTION_AUTH_FAILED, NATS_SECURE_CONNECTION_REQUIRED, NATS_SECURE_CONNECTION_WANTED,
        NATS_SSL_ERROR, NATS_PROTOCOL_ERROR, NATS_NO_SERVER_SUPPORT,
      ].contains(status) : Self.temporaryCodes.contains(code)
  }

  /// The codes of temporary errors. Such an error means that there is no leader, the server has not
  /// started yet, an earlier attempt is still in progress, a write to the log failed, there is no
  /// space for the account or on the server, the servers of the stream are down, or the previous
  /// stream with the same name is still being removed.
  private static let temporaryCodes: Set<UInt32> = [
    10_002, 10_005, 10_007, 10_008, 10_009, 10_023, 10_039, 10_047, 10_049, 10_063, 10_076, 10_077,
    10_118,
    10_119, 10_158,
  ]

  /// Whether the server has no space left. Some servers check the space only when they start.
  var isOutOfRoom: Bool {
    [
      JSInsufficientResourcesErr.rawValue, JSStorageResourcesExceededErr.rawValue,
      JSAccountResourcesExceededErr.rawValue,
    ].contains(code)
  }

  /// Whether the connection broke during the TLS handshake.
  private var isCutOff: Bool {
    status == NATS_SSL_ERROR
      && ["unexpected eof", "reset by peer", "SYSCALL"].contains { text.contains($0) }
  }

  /// Whether the server timed out while waiting for authentication. libnats has no status for this
  /// error.
  private var isLate: Bool { text == "Authentication Timeout" }

  /// Returns the reason why a certificate was rejected, or nil for other errors. The text contains
  /// the number that OpenSSL uses for the reason (`X509_V_ERR_…` in x509_vfy.h), as in `SSL
  /// handshake error: 10:certificate has expired:depth=0…`.
  static func certificateFault(in text: String) -> String? {
    guard let start = text.firstRange(of: "error: ")?.upperBound else { return nil }
    return switch text[start...].prefix(while: \.isNumber) {
    case "9": "its certificate is not valid yet, or the clock of this computer is wrong"
    case "10": "its certificate has expired"
    case "18", "19", "20", "21":
      "its certificate is not signed by an authority that this computer trusts (SSL_CERT_FILE can "
        + "name more authorities)"
    case "62", "64": "its certificate is for a different name"
    default: nil
    }
  }

  /// A description of the reason for the user, which is printed after the server's name.
  var reason: String {
    switch status {
    case NATS_NO_SERVER: "cannot be reached"
    case NATS_TIMEOUT, NATS_IO_ERROR, NATS_STALE_CONNECTION: "does not answer"
    case NATS_CONNECTION_CLOSED, NATS_CONNECTION_DISCONNECTED: "closed the connection"
    case NATS_NO_RESPONDERS: "has no streams available at the moment"
    case NATS_CONNECTION_AUTH_FAILED: "rejected the login: the name, password or key is wrong"
    case NATS_SECURE_CONNECTION_REQUIRED: "requires TLS (write tls:// before its name)"
    case NATS_SECURE_CONNECTION_WANTED: "does not support TLS (write nats:// before its name)"
    case _ where isCutOff: "closed the connection"
    case NATS_SSL_ERROR: "is not trusted: \(Self.certificateFault(in: text) ?? text)"
    case NATS_PROTOCOL_ERROR: "is not a NATS server"
    case NATS_MAX_PAYLOAD: "does not accept messages this large"
    case _ where isLate: "did not receive a login from this device in time"
    case _ where isOutOfRoom: "has no space left (free some, and restart the server)"
    default: "refused: \(text)"
    }
  }
}

extension SyncError {
  /// Creates the error for a fault of a server.
  init(_ fault: JetStreamFault, at server: ServerAddress) {
    if fault.code == JSStreamNotFoundErr.rawValue {
      // A cluster that has just started does not know its streams yet.
      self.init(missingAt: server.description, isTemporary: true)
    } else {
      self.init(
        fault.isOutOfRoom ? .full : .stream, "\(server) \(fault.reason).",
        isTemporary: fault.isTemporary)
    }
  }
}
