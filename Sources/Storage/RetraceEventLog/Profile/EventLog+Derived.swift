extension EventLog {
  /// Empties the table of checkpoints, even if LMDB cannot read it. The checkpoints are derived
  /// from the records and can be re-created.
  ///
  /// - Throws: ``LogError`` if the profile cannot be written, or its records are damaged.
  package func discardCheckpoints() throws {
    guard let store = profileStore else { return }
    try store.read { reader in
      guard case .profile(let transaction) = reader.source else { return }
      transaction.environment.noteDamagedCheckpoints()
    }
    // Before a write transaction begins, damaged checkpoints are dropped.
    try store.write { _ in false }
  }
}
