// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .defaultIsolation(MainActor.self),
]

let package = Package(
  name: "WebKitBrowser",
  dependencies: [.package(name: "Retrace", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkitgtk-6.0", providers: [.apt(["libwebkitgtk-6.0-dev"])]),
    .executableTarget(
      name: "WebKitBrowser",
      dependencies: [
        "CWebKitGTK", .product(name: "BrowserModel", package: "Retrace"),
        .product(name: "Retrace", package: "Retrace"),
        .product(name: "RetraceStore", package: "Retrace"),
        .product(name: "RetraceTimeline", package: "Retrace"),
      ],
      swiftSettings: settings),
    // The minimal program with which the start of the browser is compared.
    .executableTarget(
      name: "WindowFloor", dependencies: ["CWebKitGTK"], path: "Tests/WindowFloor"),
    .testTarget(
      name: "WebKitBrowserTests",
      dependencies: [
        .product(name: "Retrace", package: "Retrace"),
        .product(name: "RetraceStore", package: "Retrace"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
