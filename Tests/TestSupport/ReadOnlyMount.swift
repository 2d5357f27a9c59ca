internal import Foundation

/// A folder at which another folder is mounted read-only, as in a container.
public final class ReadOnlyMount {
  private let folder: TemporaryFolder
  public var path: String { folder.path }

  /// Whether mounting is permitted. It requires root, and may be prohibited in containers even
  /// then.
  public static let isAllowed: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? ReadOnlyMount(of: folder.path)) != nil
  }()

  /// Nil if mounting is not permitted, which may be the case for root too.
  public init?(of path: String) throws {
    folder = try TemporaryFolder()
    let bind = UInt(MS_BIND)
    guard mount(path, folder.path, "none", bind, nil) == 0 else { return nil }
    let readOnly = bind | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
    guard mount("none", folder.path, "none", readOnly, nil) == 0 else {
      umount2(folder.path, Self.detaching)
      return nil
    }
  }

  deinit { umount2(folder.path, Self.detaching) }

  /// `MNT_DETACH`.
  private static let detaching: Int32 = 2
}
