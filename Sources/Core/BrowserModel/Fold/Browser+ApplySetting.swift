extension Browser {
  mutating func apply(_ event: SettingChanged, at sequence: EventID) {
    settings.set(event.name, source: event.value.isPresent ? sequence : .nothing)
    guard event.name == .historyLimit else { return }
    settings.historyLimit =
      event.value.isPresent
      ? min(max(Int(event.number), 1), Settings.largestHistoryLimit) : Settings.defaultHistoryLimit
  }
}
