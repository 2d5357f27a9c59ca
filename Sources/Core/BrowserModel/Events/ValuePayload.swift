/// The facts that events about custom values have in common.
public protocol ValuePayload: Sendable, BitwiseCopyable {
  /// The window that has the value, or ``EventReference/nothing``.
  var window: WindowID { get set }
  /// The tab that has the value, or ``EventReference/nothing``.
  var tab: TabID { get set }
  /// The group that has the value, or ``EventReference/nothing``.
  var group: GroupID { get set }
  /// The upper half of ``key``.
  var keyUpper: Int32 { get set }
  /// The lower half of ``key``, with the same bits.
  var keyLower: Int32 { get set }
}

extension ValuePayload {
  /// The owner of the value.
  public var owner: ValueOwner {
    get {
      if tab.exists { return .tab(tab) }
      if window.exists { return .window(window) }
      return group.exists ? .group(group) : .profile
    }
    set {
      (window, tab, group) = (.nothing, .nothing, .nothing)
      switch newValue {
      case .profile: break
      case .window(let id): window = id
      case .tab(let id): tab = id
      case .group(let id): group = id
      }
    }
  }

  /// The key of the value's name.
  public var key: ValueKey {
    get { ValueKey(upper: keyUpper, lower: keyLower) }
    set { (keyUpper, keyLower) = (newValue.upper, newValue.lower) }
  }
}
