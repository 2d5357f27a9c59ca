extension VisibleText {
  /// The name of a choice, as it is written in the code, in JSON and in commands: `backgroundLink`.
  init(naming choice: some RawRepresentable<UInt8>) {
    self.init(trusted: String(describing: choice))
  }
}
