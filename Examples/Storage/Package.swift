// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Storage",
  products: [.library(name: "SQLiteStorage", targets: ["SQLiteStorage"])],
  dependencies: [.package(name: "Retrace", path: "../..")],
  targets: [
    .systemLibrary(
      name: "SQLite3", path: "Sources/SQLite3", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteStorage",
      dependencies: ["SQLite3", .product(name: "RetraceEventLog", package: "Retrace")]),
    .testTarget(
      name: "SQLiteStorageTests",
      dependencies: [
        "SQLiteStorage", .product(name: "Retrace", package: "Retrace"),
        .product(name: "RetraceStorageTests", package: "Retrace"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
