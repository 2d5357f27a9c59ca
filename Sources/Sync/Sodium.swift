internal import CSodium

/// The functions of libsodium that messages use.
enum Sodium {
  /// The length of a key for ``seal(_:beside:with:)``, in bytes.
  static let keyLength = 32
  /// The length of the result of ``hash(_:with:)``, in bytes.
  static let hashLength = 32
  /// The length of a public or secret key in ``BoxKeys``, in bytes.
  static let boxKeyLength = 32

  private static let nonceLength = 24
  private static let tagLength = 16
  private static let boxSealLength = 48
  /// The number of bytes that ``seal(_:beside:with:)`` adds.
  static let sealLength = nonceLength + tagLength

  /// Whether libsodium is initialized with a source of random numbers.
  private static let isReady: Bool = { sodium_init() >= 0 }()

  private static func prepare() {
    precondition(isReady, "libsodium must be able to read the system's random numbers.")
  }

  /// Returns cryptographically secure random bytes.
  static func random(_ count: Int) -> [UInt8] {
    prepare()
    var bytes = [UInt8](repeating: 0, count: count)
    unsafe randombytes_buf(&bytes, count)
    return bytes
  }

  /// Returns the BLAKE2b hash of bytes, optionally with a key of at most 64 bytes.
  static func hash(_ bytes: [UInt8], with key: [UInt8] = []) -> [UInt8] {
    precondition(key.count <= 64, "The key of a hash must be at most 64 bytes long.")
    var hash = [UInt8](repeating: 0, count: hashLength)
    unsafe crypto_generichash(
      &hash, hashLength, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
    return hash
  }

  /// Encrypts bytes (XChaCha20-Poly1305) under a random nonce, and prepends the nonce.
  ///
  /// - Parameter beside: Additional data to authenticate, which is not part of the result.
  static func seal(_ bytes: [UInt8], beside: [UInt8], with key: [UInt8]) -> [UInt8] {
    precondition(key.count == keyLength, "The key must have the required length.")
    let nonce = random(nonceLength)
    var sealed = [UInt8](repeating: 0, count: bytes.count + tagLength)
    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, nil, bytes, UInt64(bytes.count), beside, UInt64(beside.count), nil, nonce, key)
    return nonce + sealed
  }

  /// Decrypts the result of ``seal(_:beside:with:)``. Returns nil if authentication fails.
  static func open(_ sealed: ArraySlice<UInt8>, beside: [UInt8], with key: [UInt8]) -> [UInt8]? {
    guard key.count == keyLength, sealed.count >= sealLength else { return nil }
    prepare()
    let nonce = Array(sealed.prefix(nonceLength))
    let text = Array(sealed.dropFirst(nonceLength))
    var bytes = [UInt8](repeating: 0, count: text.count - tagLength)
    let code = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
      &bytes, nil, nil, text, UInt64(text.count), beside, UInt64(beside.count), nonce, key)
    return code == 0 ? bytes : nil
  }

  /// Creates a new key pair for a device.
  static func boxKeys() -> BoxKeys {
    prepare()
    var keys = BoxKeys(
      open: [UInt8](repeating: 0, count: boxKeyLength),
      secret: [UInt8](repeating: 0, count: boxKeyLength))
    unsafe crypto_box_keypair(&keys.open, &keys.secret)
    return keys
  }

  /// Returns the public key for signing (Ed25519) derived from a 32-byte seed.
  static func signingKey(of seed: [UInt8]) -> [UInt8] {
    precondition(seed.count == Int(crypto_sign_SEEDBYTES), "A seed must be 32 bytes long.")
    prepare()
    var open = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    unsafe crypto_sign_seed_keypair(&open, &secret, seed)
    return open
  }

  /// Encrypts bytes for a device's public key.
  static func boxed(_ bytes: [UInt8], for key: [UInt8]) -> [UInt8] {
    precondition(key.count == boxKeyLength, "The key must have the required length.")
    prepare()
    var sealed = [UInt8](repeating: 0, count: bytes.count + boxSealLength)
    unsafe crypto_box_seal(&sealed, bytes, UInt64(bytes.count), key)
    return sealed
  }

  /// Decrypts the result of ``boxed(_:for:)``. Returns nil if the bytes were not encrypted for
  /// these keys.
  static func unboxed(_ sealed: [UInt8], with keys: BoxKeys) -> [UInt8]? {
    guard sealed.count >= boxSealLength else { return nil }
    prepare()
    var bytes = [UInt8](repeating: 0, count: sealed.count - boxSealLength)
    let code = unsafe crypto_box_seal_open(
      &bytes, sealed, UInt64(sealed.count), keys.open, keys.secret)
    return code == 0 ? bytes : nil
  }
}
