import Foundation
import TestSupport
import Testing

/// Three servers to which something can happen.
protocol FaultyCluster {
  associatedtype Fault: CaseIterable
  var servers: [NATSServer] { get }

  /// Has something happen to one of them, or to all.
  func begin(_ fault: Fault, _ server: Int) throws

  /// Makes it good again.
  func end(_ fault: Fault, _ server: Int) throws
}
