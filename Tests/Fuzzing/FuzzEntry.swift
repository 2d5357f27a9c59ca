import Glibc

/// The target that `fuzz` has selected.
private let target: FuzzTarget = {
  let name = getenv("RETRACE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else { fatalError("“\(name)” is not a target.") }
  return target
}()

/// The function that libFuzzer calls with each input. `fuzz`, next to this file, builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(error)")
  }
  return 0
}
