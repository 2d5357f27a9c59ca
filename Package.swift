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

let package = Package(
  name: "Retrace",
  targets: [
    .target(name: "BrowserModel", swiftSettings: settings),
    .target(
      name: "EventCoding", dependencies: ["BrowserModel"], exclude: ["retrace.proto"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
