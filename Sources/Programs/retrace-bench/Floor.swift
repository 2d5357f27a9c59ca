import BenchFloor
import Catalogue

/// An LMDB environment that is accessed only through liblmdb.
@safe final class Floor {
  private var handle: OpaquePointer?

  /// Opens the LMDB environment in a folder with the tables of a profile.
  init(_ directory: String) throws {
    unsafe try Self.check(bench_floor_open(directory, &handle), "open \(directory)")
  }

  deinit { if let handle = unsafe handle { unsafe bench_floor_close(handle) } }

  /// Appends records in one durable transaction.
  func append(
    _ bytes: ContiguousArray<UInt8>, ends: ContiguousArray<Int>
  ) throws {
    let code = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ends.withUnsafeBufferPointer { ends in
        unsafe bench_floor_append(handle, bytes.baseAddress, ends.baseAddress, ends.count)
      }
    }
    try Self.check(code, "append")
  }

  /// Reads every byte of all records, and returns the number of records.
  func scan() throws -> Int {
    var (count, sum) = (UInt64(0), UInt64(0))
    unsafe try Self.check(bench_floor_scan(handle, &count, &sum), "scan")
    Blackhole.consume(sum)
    return Int(count)
  }

  /// Reads the last record.
  func last() throws {
    var (sequence, sum) = (UInt64(0), UInt64(0))
    unsafe try Self.check(bench_floor_last(handle, &sequence, &sum), "read the last record")
    Blackhole.consume(sum)
  }

  private static func check(_ code: Int32, _ operation: String) throws {
    guard code != 0 else { return }
    throw CommandError("failed", "liblmdb cannot \(operation): code \(code).")
  }
}
