import Foundation
import TestSupport
import Testing

/// Three servers in which faults can be caused.
protocol FaultyCluster {
  associatedtype Fault: CaseIterable
  var servers: [NATSServer] { get }

  /// Causes a fault in one server, or in all servers.
  func begin(_ fault: Fault, _ server: Int) throws

  /// Ends the fault.
  func end(_ fault: Fault, _ server: Int) throws
}
