public import BrowserModel
public import FoundationEssentials
internal import Platform
public import RetraceEventLog

/// An error of this library: a `Refusal`, if the state does not allow an action, or a
/// `LogError`, if the log cannot be read or written.
///
/// ```swift
/// do {
///   try store.open("javascript:alert(1)")
/// } catch let error as any RetraceError {
///   code = error.errorCode  // invalidAddress
///   sentence = error.localizedDescription  // Addresses that begin with javascript: are not …
/// }
/// ```
///
/// `localizedDescription` is a complete sentence in English, to display. In a program that does not
/// import Foundation, use `description`.
public protocol RetraceError: LocalizedError, CustomStringConvertible, Sendable {
  /// The code for programs, such as `noSuchTab` or `alreadyOpen`. Codes do not change.
  var errorCode: String { get }
  /// The error of the operating system that caused this error, or nil if there is none.
  var underlyingError: (any Error)? { get }
}

extension RetraceError {
  /// The sentence.
  public var errorDescription: String? { description }
}

extension Refusal: RetraceError {
  /// The name of `Refusal.code`.
  public var errorCode: String { "\(code)" }
  /// Nil, because the state caused the refusal.
  public var underlyingError: (any Error)? { nil }
}

extension LogError: RetraceError {
  /// The name of `LogError.reason`, without associated values.
  public var errorCode: String {
    let name = "\(reason)"
    return String(name.prefix { $0 != "(" })
  }

  /// The error of the operating system, such as “No space left on device”, or nil if the system
  /// did not report an error.
  public var underlyingError: (any Error)? { code > 0 ? Errno(rawValue: code) : nil }
}
