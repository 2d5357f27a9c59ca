import Foundation
import TestSupport
import Testing

@testable import Console

/// Requests to a server.
enum ServingMessages {
  static let hello =
    #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[1],"name":"test"}}"#

  static func request(_ method: String, _ parameters: String = "", id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"#
  }
}
