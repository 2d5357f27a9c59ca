extension EventLog {
  /// Empties the table of checkpoints, although LMDB may not be able to read it. Everything in it is
  /// derived from the records and is made again.
  ///
  /// - Throws: ``LogFailure`` if the profile cannot be written, or its records are damaged.
  package func giveUpCheckpoints() throws(LogFailure) {
    guard let store = profileStore else { return }
    try store.read { reader in
      guard case .profile(let transaction) = reader.source else { return }
      transaction.environment.noteDamagedCheckpoints()
    }
    // The transaction gives them up before it begins.
    try store.write { _ in false }
  }
}
