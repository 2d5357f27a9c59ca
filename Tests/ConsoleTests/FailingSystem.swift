import Foundation
import TestSupport

/// A library that is loaded before the C library. Its `fstat` fails for the marker of a profile
/// that is being created.
struct FailingSystem {
  let path: String

  static let canBeBuilt =
    (try? Subprocess.run("/usr/bin/env", ["cc", "--version"]).status) == 0

  init(in folder: TemporaryFolder) throws {
    let source = folder.path + "/failing.c"
    path = folder.path + "/failing.so"
    let code = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <stdio.h>
      #include <string.h>
      #include <sys/stat.h>
      #include <unistd.h>
      int fstat(int descriptor, struct stat *status) {
        char link[64], path[4096];
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t count = readlink(link, path, sizeof path - 1);
        path[count < 0 ? 0 : count] = 0;
        if (strstr(path, "/unfinished")) {
          errno = EIO;
          return -1;
        }
        return ((int (*)(int, struct stat *))dlsym(RTLD_NEXT, "fstat"))(descriptor, status);
      }
      """
    try Data(code.utf8).write(to: URL(filePath: source))
    let run = try Subprocess.run(
      "/usr/bin/env", ["cc", "-shared", "-fPIC", "-o", path, source, "-ldl"])
    guard run.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
