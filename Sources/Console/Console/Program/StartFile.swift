internal import Catalogue
internal import Platform

/// The file with the commands that the user runs at each start.
enum StartFile {
  /// Opens the file. Does not wait for another program, even if the file is a pipe.
  static func open(_ path: String) throws -> Descriptor {
    let number = try SystemError.from("open", path) {
      try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }
    return Descriptor(number, name: path)
  }

  /// Returns a sentence with the reason not to run the commands of an open file. Returns nil if
  /// only this user or root can have written the commands.
  static func refusal(of file: Descriptor, user: UInt32 = geteuid()) throws -> String? {
    let status = try SystemError.from("read", file.name) {
      try FileDescriptor.status(file.number)
    }
    // A link to /dev/null counts as an empty file.
    guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      return
        "“\(file.name)” is not a regular file, so no commands were run: replace it, or start with "
        + "--no-rc."
    }
    guard status.st_uid == user || status.st_uid == 0 else {
      return "“\(file.name)” belongs to another user, so its commands were not run: make it yours "
        + "(chown), or start with --no-rc."
    }
    guard status.st_mode & S_IWOTH == 0 || status.st_mode & S_IFMT == S_IFCHR else {
      return "“\(file.name)” can be written by every user, so its commands were not run: "
        + "“chmod o-w” it, or start with --no-rc."
    }
    return nil
  }
}
