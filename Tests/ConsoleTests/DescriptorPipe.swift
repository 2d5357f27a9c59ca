import Catalogue
import Glibc
import Testing

/// The two ends of a pipe.
struct DescriptorPipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    reading = Descriptor(ends[0], name: "pipe")
    writing = Descriptor(ends[1], name: "pipe")
  }

  func send(_ bytes: some Sequence<UInt8>) throws {
    let output = Output(writing)
    output.write(bytes: bytes)
    try output.flush()
  }
}
