package import CommandKit

extension EnvironmentVariables {
  /// The program's folder inside the one that a variable names, or inside a standard one of the home
  /// folder; nil if there is no home folder.
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
