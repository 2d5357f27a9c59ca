// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Embedding",
  dependencies: [.package(name: "Retrace", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: [
        .product(name: "Addresses", package: "Retrace"),
        .product(name: "BrowserModel", package: "Retrace"),
        .product(name: "Timeline", package: "Retrace"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
