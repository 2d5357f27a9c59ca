import Foundation
import TestSupport

/// The files in a directory, as a power cut may leave them.
///
/// Data is guaranteed to be on disk once it has been synced. Until then, any part of it may be
/// there: whole writes, some of their sectors or pages, or nothing. The system and the drive may
/// choose any order. Changes of names are applied in their order, up to some point. Which of them
/// are guaranteed depends on the file system (``Names``).
///
/// Not modelled: partially written sectors, and drives that report data as stored before it is.
struct Disk {
  /// When the name of a file is guaranteed to be on disk.
  enum Names: CaseIterable {
    /// With the next sync of any file, as in journaling file systems (ext4, xfs).
    case withAnyFile
    /// Only with a sync of its directory (POSIX).
    case withTheirDirectory
  }

  private enum Node {
    /// The index in ``files``.
    case file(Int)
    case directory
  }

  private enum NameChange {
    case add(String, Node)
    case move(String, to: String)
    case remove(String)
  }

  private enum Write {
    case bytes(Int, [UInt8])
    case size(Int)
  }

  private struct File {
    /// The data that is guaranteed to be on disk.
    var durable: [UInt8] = []
    /// Later writes in order, and whether they are guaranteed to be on disk.
    var pending: [(write: Write, isDurable: Bool)] = []
  }

  private let root: String
  private let names: Names
  /// All files that have ever existed, including those whose number a later file has.
  private var files: [File] = []
  /// The current file with each number. A file system reuses the number of a deleted file for the
  /// next one.
  private var numbered: [UInt64: Int] = [:]
  private var changes: [(change: NameChange, isDurable: Bool)] = []

  init(of root: String, _ names: Names) {
    self.root = root
    self.names = names
  }

  // MARK: Operations

  mutating func apply(_ entry: CrashRecord.Entry) {
    switch entry.kind {
    case .created:
      numbered[entry.inode] = files.count
      changes.append((.add(name(entry.path), .file(files.count)), false))
      files.append(File())
    case .madeDirectory: changes.append((.add(name(entry.path), .directory), false))
    case .renamed: changes.append((.move(name(entry.path), to: name(entry.otherPath)), false))
    case .removed: changes.append((.remove(name(entry.path)), false))
    case .wrote, .wroteDurably:
      write(.bytes(entry.offset, entry.first), to: entry.inode, entry.kind == .wroteDurably)
    case .truncated: write(.size(entry.offset), to: entry.inode, false)
    case .synced: sync(entry)
    case .acknowledged: break
    }
  }

  private mutating func write(_ write: Write, to inode: UInt64, _ isDurable: Bool) {
    guard let file = numbered[inode] else { return }
    files[file].pending.append((write, isDurable))
  }

  private mutating func sync(_ entry: CrashRecord.Entry) {
    if let file = numbered[entry.inode] {
      for (write, _) in files[file].pending { Self.apply(write, to: &files[file].durable) }
      files[file].pending = []
    }
    let directory = name(entry.path)
    for place in changes.indices {
      switch names {
      case .withAnyFile: changes[place].isDurable = true
      case .withTheirDirectory:
        if Self.parents(of: changes[place].change).contains(directory) {
          changes[place].isDurable = true
        }
      }
    }
  }

  /// The path relative to the directory. Empty for the directory itself.
  private func name(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

  private static func parents(of change: NameChange) -> [String] {
    switch change {
    case .add(let path, _), .remove(let path): [parent(path)]
    case .move(let path, let other): [parent(path), parent(other)]
    }
  }

  private static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func apply(_ write: Write, to bytes: inout [UInt8]) {
    switch write {
    case .size(let count):
      if count < bytes.count { bytes.removeLast(bytes.count - count) }
      bytes += [UInt8](repeating: 0, count: max(count - bytes.count, 0))
    case .bytes(let offset, let written):
      bytes += [UInt8](repeating: 0, count: max(offset + written.count - bytes.count, 0))
      bytes.replaceSubrange(offset..<offset + written.count, with: written)
    }
  }

  // MARK: Remaining files

  /// How much of the data without a guarantee is on disk.
  enum Choice {
    case nothing, everything
    /// Each write independently, with a probability in percent: the complete write, or each part of
    /// this many bytes independently.
    case some(percent: Int, partBytes: Int?)
  }

  /// The files that a power cut leaves, by their paths relative to the directory. Nil for a
  /// directory.
  func left(_ choice: Choice, _ random: inout SplitMix64) -> [String: [UInt8]?] {
    var tree: [String: Node] = [:]
    let uncertain = changes.indices.filter { !changes[$0].isDurable }
    let kept =
      switch choice {
      case .nothing: 0
      case .everything: uncertain.count
      case .some: random.below(uncertain.count + 1)
      }
    let last = kept == 0 ? -1 : uncertain[kept - 1]
    for (place, (change, isDurable)) in changes.enumerated() where isDurable || place <= last {
      Self.apply(change, to: &tree)
    }
    return tree.mapValues { node in
      switch node {
      case .directory: nil
      case .file(let file): bytes(of: files[file], choice, &random)
      }
    }
  }

  private static func apply(_ change: NameChange, to tree: inout [String: Node]) {
    switch change {
    case .add(let path, let node):
      // If a directory did not reach the disk, nor did the names in it.
      let parent = parent(path)
      guard parent.isEmpty || tree[parent] != nil else { return }
      tree[path] = node
    case .remove(let path):
      // The contents of a removed directory cannot exist, even if their own removal is not
      // guaranteed.
      for name in tree.keys where name == path || name.hasPrefix(path + "/") { tree[name] = nil }
    case .move(let path, let other):
      for (name, node) in tree where name == path || name.hasPrefix(path + "/") {
        tree[name] = nil
        tree[other + name.dropFirst(path.count)] = node
      }
    }
  }

  private func bytes(of file: File, _ choice: Choice, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = file.durable
    for (write, isDurable) in file.pending {
      switch choice {
      case _ where isDurable: Self.apply(write, to: &bytes)
      case .nothing: break
      case .everything: Self.apply(write, to: &bytes)
      case .some(let percent, let partBytes):
        for part in Self.parts(of: write, partBytes) where random.below(100) < percent {
          Self.apply(part, to: &bytes)
        }
      }
    }
    return bytes
  }

  private static func parts(of write: Write, _ partBytes: Int?) -> [Write] {
    guard let partBytes, case .bytes(let offset, let written) = write else { return [write] }
    return stride(from: 0, to: written.count, by: partBytes).map { start in
      .bytes(offset + start, Array(written[start..<min(start + partBytes, written.count)]))
    }
  }
}
