package import CommandKit

extension EnvironmentVariables {
  /// Returns the program's folder inside the folder that a variable specifies. If the variable is
  /// not set, the program's folder is in a standard subfolder of the home folder. Returns nil if
  /// there is no home folder.
  ///
  /// A relative path in the variable is ignored (XDG Base Directory Specification 0.8).
  package func folder(_ variable: String, _ standard: String) -> String? {
    if let base = self[variable], base.hasPrefix("/") {
      return base.hasSuffix("/") ? "\(base)retrace" : "\(base)/retrace"
    }
    guard let home = self["HOME"], home.hasPrefix("/") else { return nil }
    return home.hasSuffix("/") ? "\(home)\(standard)/retrace" : "\(home)/\(standard)/retrace"
  }
}
