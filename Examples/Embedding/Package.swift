// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Embedding",
  dependencies: [.package(name: "Retrace", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding", dependencies: [.product(name: "Retrace", package: "Retrace")])
  ],
  swiftLanguageModes: [.v6]
)
