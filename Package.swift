// swift-tools-version: 6.2
import PackageDescription

let plainSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .treatAllWarnings(as: .error),
]

/// Tests are compiled without optimization, because it takes longer than they run.
let testSettings = plainSettings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// All modules except tests mark unsafe code with `unsafe`.
let settings = plainSettings + [.strictMemorySafety()]

/// A statically linked program starts in half the time and runs on any Linux. Only executables have
/// this setting, because other packages cannot use a library whose targets have unsafe flags. The
/// runtimes of sanitizers cannot be linked statically. Set `RETRACE_SANITIZED` for them.
let standalone: [LinkerSetting] =
  Context.environment["RETRACE_SANITIZED"] == nil
  ? [.unsafeFlags(["-static-executable", "-use-ld=lld"])] : []

/// A program with libraries that Debian offers only for dynamic linking includes the Swift runtime.
let selfContained: [LinkerSetting] =
  Context.environment["RETRACE_SANITIZED"] == nil ? [.unsafeFlags(["-static-stdlib"])] : []

/// The calls that the probe of the log intercepts to simulate failures.
let interposing: [LinkerSetting] = [
  .unsafeFlags([
    "-Xlinker", "--export-dynamic-symbol=pwrite", "-Xlinker", "--export-dynamic-symbol=fdatasync",
    "-Xlinker", "--export-dynamic-symbol=fsync",
  ])
]

/// The calls that `CrashRecorder` puts itself in front of.
let recording: [LinkerSetting] = [
  .unsafeFlags(
    [
      "open", "open64", "openat", "pwrite", "pwrite64", "write", "writev", "fsync", "fdatasync",
      "ftruncate", "ftruncate64", "mkdir", "unlink", "rmdir", "unlinkat", "rename", "renameat2",
    ].flatMap { ["-Xlinker", "--export-dynamic-symbol=\($0)"] })
]

let package = Package(
  name: "Retrace",
  products: [
    .library(name: "Retrace", targets: ["Retrace"]),
    .library(name: "Addresses", targets: ["Addresses"]),
    .library(name: "BrowserModel", targets: ["BrowserModel"]),
    .library(name: "EventCoding", targets: ["EventCoding"]),
    .library(name: "RetraceTimeline", targets: ["RetraceTimeline"]),
    .library(name: "EngineDialogue", targets: ["EngineDialogue"]),
    .library(name: "RetraceEventLog", targets: ["RetraceEventLog"]),
    .library(name: "RetraceSessions", targets: ["RetraceSessions"]),
    .library(name: "RetraceStore", targets: ["RetraceStore"]),
    .library(name: "RetraceStorageTests", targets: ["RetraceStorageTests"]),
    .library(name: "CLibrary", type: .static, targets: ["CLibrary"]),
    .executable(name: "retrace", targets: ["retrace"]),
    .executable(name: "retrace-exchange", targets: ["retrace-exchange"]),
    .executable(name: "retrace-live", targets: ["retrace-live"]),
    .executable(name: "retrace-sync", targets: ["retrace-sync"]),
    .executable(name: "retrace-bench", targets: ["retrace-bench"]),
  ],
  targets: [
    // C libraries, one module each.
    .systemLibrary(
      name: "CLMDB", path: "Sources/C/CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(
      name: "CLibEdit", path: "Sources/C/CLibEdit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"])]),

    .systemLibrary(
      name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CLZ4", path: "Sources/C/CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
    .systemLibrary(
      name: "CNATS", path: "Sources/C/CNATS", pkgConfig: "libnats",
      providers: [.apt(["libnats-dev"])]),
    .systemLibrary(
      name: "CPostgreSQL", path: "Sources/C/CPostgreSQL", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CSodium", path: "Sources/C/CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"])]),

    .systemLibrary(
      name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The core: imports nothing, and also compiles as Embedded Swift.
    .target(
      name: "Bytes", path: "Sources/Core/Bytes",
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "Addresses", path: "Sources/Core/Addresses", swiftSettings: settings),
    .target(
      name: "BrowserModel", dependencies: ["Bytes"], path: "Sources/Core/BrowserModel",
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "EventCoding", dependencies: ["BrowserModel", "Bytes"],
      path: "Sources/Core/EventCoding",
      exclude: ["retrace.proto"],
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "RetraceTimeline", dependencies: ["BrowserModel", "Bytes", "EventCoding"],
      path: "Sources/Core/RetraceTimeline",
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),

    .target(
      name: "EngineDialogue", dependencies: ["BrowserModel"], path: "Sources/Core/EngineDialogue",
      swiftSettings: settings),

    // Threads, processes and files, for all who need the operating system.
    .target(name: "Platform", path: "Sources/Support/Platform", swiftSettings: settings),

    // The log, and the store that ties it to the fold.
    .target(
      name: "RetraceEventLog", dependencies: ["Bytes", "CLMDB", "EventCoding", "Platform"],
      path: "Sources/Storage/RetraceEventLog",
      swiftSettings: settings),
    .target(
      name: "RetraceStore",
      dependencies: [
        "Addresses", "BrowserModel", "Bytes", "EventCoding", "RetraceEventLog", "Platform",
        "RetraceTimeline",
      ],
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),

    // Checks of a storage, for embedders that implement one.
    .target(
      name: "RetraceStorageTests",
      dependencies: [
        "BrowserModel", "Bytes", "RetraceEventLog", "RetraceStore", "RetraceTimeline",
      ],
      path: "Sources/Storage/RetraceStorageTests", swiftSettings: settings),

    // JSON and times as text, for all who show and store them.
    .target(
      name: "Notation", dependencies: ["BrowserModel", "EventCoding"],
      path: "Sources/Support/Notation", swiftSettings: settings),

    // States with their text.
    .target(
      name: "RetraceSessions",
      dependencies: [
        "Addresses", "BrowserModel", "Bytes", "EngineDialogue", "EventCoding", "Notation",
        "RetraceEventLog", "RetraceStore", "RetraceTimeline",
      ],
      swiftSettings: settings),

    // What programs that embed a browser's state need, with one import.
    .target(
      name: "Retrace",
      dependencies: [
        "Addresses", "BrowserModel", "EngineDialogue", "Platform", "RetraceEventLog",
        "RetraceSessions", "RetraceStore", "RetraceTimeline",
      ],
      swiftSettings: settings),

    // The library for C, `libretrace`: .ci/library links and installs it.
    .systemLibrary(name: "CRetrace", path: "Sources/CLibrary/Header"),
    .target(
      name: "CLibrary",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "CRetrace", "Notation", "Platform",
        "RetraceEventLog", "RetraceSessions", "RetraceStore", "RetraceTimeline", "Server",
      ],
      exclude: ["Header", "Python", "install", "retrace.3", "retrace.map", "retrace.pc.in"],
      swiftSettings: settings),

    // The lines typed at the prompt, in a file that several programs share.
    .target(
      name: "HistoryStorage", dependencies: ["Platform"], path: "Sources/Support/HistoryStorage",
      swiftSettings: settings),

    // The names of formats, for the console and for the program that reads and writes them.
    .target(
      name: "ExchangeFormats", path: "Sources/Support/ExchangeFormats", swiftSettings: settings),

    // The commands: how they are declared and parsed, and what they do.
    .target(
      name: "CommandKit", dependencies: ["Notation", "Platform"],
      path: "Sources/Commands/CommandKit", swiftSettings: settings),
    .target(
      name: "Catalogue",
      dependencies: [
        "Addresses", "BrowserModel", "CommandKit", "EngineDialogue", "EventCoding",
        "ExchangeFormats", "HistoryStorage",
        "Notation", "Platform", "RetraceEventLog", "RetraceStore", "RetraceTimeline",
      ], path: "Sources/Commands/Catalogue",
      swiftSettings: settings),

    // Commands as methods of JSON-RPC.
    .target(
      name: "Server",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "EngineDialogue", "Notation", "Platform",
        "RetraceEventLog", "RetraceStore", "RetraceTimeline",
      ],
      swiftSettings: settings),

    // Tools for agents, over the Model Context Protocol.
    .target(
      name: "Agents",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "Notation", "Platform", "RetraceEventLog",
        "RetraceStore", "RetraceTimeline", "Server",
      ],
      swiftSettings: settings),

    // The prompt.
    .target(
      name: "LineEditing", dependencies: ["CLibEdit", "CommandKit", "HistoryStorage", "Platform"],
      path: "Sources/Console/LineEditing",
      swiftSettings: settings),
    .target(
      name: "Console",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "HistoryStorage", "LineEditing", "Notation",
        "Platform", "RetraceEventLog", "RetraceStore", "RetraceTimeline",
      ], path: "Sources/Console/Console",
      swiftSettings: settings),
    .executableTarget(
      name: "retrace", dependencies: ["Agents", "Catalogue", "Console", "Platform", "Server"],
      path: "Sources/Programs/retrace",
      swiftSettings: settings,
      linkerSettings: standalone),

    // Other programs' formats: a program of its own, so that the console stays small.
    .target(
      name: "Exchange",
      dependencies: [
        "Addresses", "BrowserModel", "Bytes", "CLZ4", "CSQLite", "EventCoding", "ExchangeFormats",
        "Notation", "Platform", "RetraceEventLog", "RetraceStore", "RetraceTimeline",
      ],
      swiftSettings: settings),

    // The page that shows a log: as a file, and served to a browser on this computer.
    .target(
      name: "Inspector",
      dependencies: [
        "BrowserModel", "Bytes", "CZlib", "Exchange", "Platform", "RetraceEventLog", "RetraceStore",
      ],
      path: "Sources/Inspector/File", swiftSettings: settings),
    .target(
      name: "InspectorServer",
      dependencies: [
        "BrowserModel", "Catalogue", "Exchange", "Inspector", "Notation", "Platform",
        "RetraceEventLog", "RetraceStore", "RetraceTimeline", "Server",
      ],
      path: "Sources/Inspector/Server", swiftSettings: settings),
    .executableTarget(
      name: "retrace-exchange",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "Exchange", "ExchangeFormats", "Inspector",
        "InspectorServer", "Notation", "Platform", "RetraceEventLog", "RetraceStore",
        "RetraceTimeline",
      ],
      path: "Sources/Programs/retrace-exchange",
      swiftSettings: settings, linkerSettings: standalone),

    // Browsers that are watched and driven: the native host of the extension.
    .target(
      name: "Live",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "Exchange", "ExchangeFormats", "Notation",
        "Platform", "RetraceEventLog", "RetraceStore", "RetraceTimeline", "Server",
      ],
      path: "Sources/Live/Host", swiftSettings: settings),
    .executableTarget(
      name: "retrace-live",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "Exchange", "ExchangeFormats", "Live",
        "Notation", "Platform", "RetraceEventLog", "RetraceStore",
      ],
      path: "Sources/Programs/retrace-live", swiftSettings: settings, linkerSettings: standalone),

    // What devices tell each other, sealed, and the servers that keep it: a program of its own as well.
    .target(
      name: "Sync",
      dependencies: [
        "BrowserModel", "Bytes", "CNATS", "CPostgreSQL", "CSodium", "EventCoding",
        "RetraceEventLog",
        "Notation",
        "Platform", "RetraceStore", "RetraceTimeline",
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "retrace-sync",
      dependencies: [
        "Catalogue", "CommandKit", "Notation", "Platform", "RetraceEventLog", "RetraceStore",
        "Sync",
      ],
      path: "Sources/Programs/retrace-sync", swiftSettings: settings,
      linkerSettings: selfContained),

    // The yardstick, and what is held against it.
    .target(name: "BenchFloor", dependencies: ["CLMDB"], path: "Sources/C/BenchFloor"),
    .executableTarget(
      name: "retrace-bench",
      dependencies: [
        "Addresses", "BenchFloor", "BrowserModel", "Catalogue", "CommandKit", "EventCoding",
        "Notation", "Platform",
        "RetraceEventLog", "RetraceStore", "RetraceTimeline",
      ], path: "Sources/Programs/retrace-bench", exclude: ["LibraryCalls.c", "Measured.md"],
      swiftSettings: settings, linkerSettings: standalone),

    // Tests, and the programs that they start.
    .target(
      name: "TestSupport",
      dependencies: [
        "Addresses", "BrowserModel", "EventCoding", "RetraceStore", "RetraceTimeline",
      ],
      path: "Tests/TestSupport", swiftSettings: testSettings),
    .target(name: "PlatformNames", path: "Tests/PlatformNames", swiftSettings: testSettings),
    .executableTarget(
      name: "LogProbe", dependencies: ["RetraceEventLog"], path: "Tests/LogProbe",
      swiftSettings: testSettings, linkerSettings: interposing),
    .executableTarget(
      name: "StoreProbe",
      dependencies: [
        "BrowserModel", "RetraceEventLog", "RetraceStore", "RetraceTimeline", "TestSupport",
      ],
      path: "Tests/StoreProbe", swiftSettings: testSettings),
    .target(name: "CrashRecorder", path: "Tests/CrashRecorder"),
    // Found beside the tests: as a dependency its calls of the system would take the place of theirs.
    .executableTarget(
      name: "CrashProbe",
      dependencies: [
        "BrowserModel", "CrashRecorder", "RetraceEventLog", "RetraceStore", "TestSupport",
      ],
      path: "Tests/CrashProbe", swiftSettings: testSettings, linkerSettings: recording),
    .executableTarget(
      name: "URLProbe", dependencies: ["Addresses", "TestSupport"], path: "Tests/URLProbe",
      swiftSettings: testSettings),
    .executableTarget(
      name: "LineEditorDemo", dependencies: ["CommandKit", "HistoryStorage", "LineEditing"],
      path: "Tests/LineEditorDemo",
      swiftSettings: testSettings),
    .testTarget(
      name: "AddressesTests", dependencies: ["Addresses", "TestSupport"],
      exclude: ["Differential", "Generator"], swiftSettings: testSettings),
    // The program itself is found beside the tests.
    .testTarget(
      name: "AgentTests",
      dependencies: [
        "Agents", "BrowserModel", "Catalogue", "CommandKit", "Notation", "RetraceEventLog",
        "RetraceStore", "RetraceTimeline", "Server", "TestSupport",
      ],
      exclude: ["Clients"], swiftSettings: testSettings),
    .testTarget(
      name: "BytesTests", dependencies: ["Bytes", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "BrowserModelTests",
      dependencies: ["BrowserModel", "EventCoding", "RetraceTimeline", "TestSupport"],
      swiftSettings: testSettings),
    // The program itself is found beside the tests: as a dependency it would have them linked like it.
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "BrowserModel", "Catalogue", "CommandKit", "Console", "EventCoding", "HistoryStorage",
        "LineEditing", "Notation", "Platform",
        "RetraceEventLog", "RetraceStore", "RetraceTimeline", "Server", "TestSupport",
      ],
      swiftSettings: testSettings),
    // The library itself is installed and run as other programs have it.
    .testTarget(
      name: "CLibraryTests", dependencies: ["TestSupport"], exclude: ["Programs"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CrashTests", dependencies: ["TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EngineDialogueTests",
      dependencies: ["BrowserModel", "EngineDialogue", "RetraceTimeline", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EventCodingTests", dependencies: ["BrowserModel", "EventCoding", "TestSupport"],
      exclude: ["Golden"], swiftSettings: testSettings),
    .testTarget(
      name: "EventLogTests",
      dependencies: [
        "BrowserModel", "Bytes", "EventCoding", "RetraceEventLog", "LogProbe", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "ExchangeTests",
      dependencies: [
        "BrowserModel", "Bytes", "EventCoding", "Exchange", "ExchangeFormats", "Platform",
        "RetraceEventLog", "RetraceStore", "RetraceTimeline", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "Addresses", "Agents", "BrowserModel", "Catalogue", "CommandKit", "Console", "EventCoding",
        "Exchange", "ExchangeFormats", "HistoryStorage", "InspectorServer", "LineEditing",
        "Notation", "RetraceEventLog", "RetraceStore", "RetraceTimeline", "Server", "Sync",
        "TestSupport",
      ],
      path: "Tests/Fuzzing", exclude: ["Corpus", "FuzzEntry.swift", "Words", "fuzz"],
      swiftSettings: testSettings),
    // The page itself is tested in browsers, by the files in Tests/InspectorTests.
    .testTarget(
      name: "InspectorServerTests",
      dependencies: [
        "BrowserModel", "Exchange", "Inspector", "InspectorServer", "RetraceEventLog",
        "RetraceStore", "RetraceTimeline", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "LineEditorTests",
      dependencies: [
        "CommandKit", "HistoryStorage", "LineEditing", "LineEditorDemo", "Platform", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "LiveTests",
      dependencies: [
        "BrowserModel", "Exchange", "Live", "Notation", "Platform", "RetraceEventLog",
        "RetraceStore", "TestSupport",
      ],
      path: "Tests/LiveTests", exclude: ["Browsers"], swiftSettings: testSettings),
    .testTarget(
      name: "NotationTests", dependencies: ["Notation", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "RetraceTests",
      dependencies: [
        "PlatformNames", "Retrace", "RetraceSessions", "RetraceStore", "StoreProbe", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "BrowserModel", "EventCoding", "RetraceEventLog", "RetraceStorageTests", "RetraceStore",
        "RetraceTimeline", "StoreProbe", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "BrowserModel", "RetraceEventLog", "RetraceStore", "RetraceTimeline", "Sync", "TestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: testSettings),
    .testTarget(name: "TidyTests", swiftSettings: testSettings),
    .testTarget(
      name: "TimelineTests",
      dependencies: ["BrowserModel", "EventCoding", "RetraceTimeline", "TestSupport"],
      exclude: ["Golden"], swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)
