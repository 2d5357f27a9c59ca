extension EventLog {
  /// Empties the table of checkpoints, even if LMDB cannot read it. Its contents are derived from
  /// the records and are re-created.
  ///
  /// - Throws: ``LogError`` if the profile cannot be written, or its records are damaged.
  package func giveUpCheckpoints() throws {
    guard let store = profileStore else { return }
    try store.read { reader in
      guard case .profile(let transaction) = reader.source else { return }
      transaction.environment.noteDamagedCheckpoints()
    }
    // The transaction drops the checkpoints before it begins.
    try store.write { _ in false }
  }
}
