// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]

/// A program that needs nothing but the kernel: it starts faster, and runs on any Linux.
let staticExecutable: [SwiftSetting] = [.unsafeFlags(["-static-executable"])]
let staticLinking: [LinkerSetting] = [.unsafeFlags(["-static-executable", "-use-ld=lld"])]

let package = Package(
  name: "Retrace",
  targets: [
    // C libraries, one module each.
    .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CLibEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),

    // The core: imports nothing, and also compiles as Embedded Swift.
    .target(name: "Addresses", swiftSettings: settings),
    .target(name: "BrowserModel", swiftSettings: settings),
    .target(
      name: "EventCoding", dependencies: ["BrowserModel"], exclude: ["retrace.proto"],
      swiftSettings: settings),
    .target(
      name: "Timeline", dependencies: ["BrowserModel", "EventCoding"], swiftSettings: settings),

    // The log, and the session that ties it to the fold.
    .target(
      name: "EventLog", dependencies: ["CLMDB", "EventCoding"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "Session", dependencies: ["BrowserModel", "EventCoding", "EventLog", "Timeline"],
      swiftSettings: settings),

    // The console.
    .target(
      name: "LineEditor", dependencies: ["CLibEdit"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "Console",
      dependencies: [
        "Addresses", "BrowserModel", "EventCoding", "EventLog", "LineEditor", "Session",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "retrace", dependencies: ["Console"], swiftSettings: settings + staticExecutable,
      linkerSettings: staticLinking),
  ],
  swiftLanguageModes: [.v6]
)
