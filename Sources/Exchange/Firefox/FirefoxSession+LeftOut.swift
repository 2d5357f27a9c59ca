/// What a session of Firefox tells and nothing here has a place for. It is counted, so that a person knows.
extension FirefoxSession {
  mutating func leaveOut(ofWindow json: JSON) {
    for (name, value) in json.members where !value.saysNothing {
      switch name {
      case "title": leaveOut(.windowTitles)
      case "isPopup": leaveOut(.windowTypes)
      case "extData": leaveOut(.extensionData)
      case "splitViews": leaveOut(.splitViews, max(value.elements.count, 1))
      case _ where !Self.windowMembers.contains(name): leaveOut(.otherFields)
      default: break
      }
    }
  }

  mutating func leaveOut(ofTab json: JSON) {
    for (name, value) in json.members where !value.saysNothing {
      switch name {
      case "userContextId": leaveOut(.containers)
      case "hidden": leaveOut(.hidden)
      case "extData": leaveOut(.extensionData)
      case "formdata", "storage": leaveOut(.pageStates)
      case "scroll": leaveOut(.scroll)
      case "image": leaveOut(.icons)
      case "userTypedValue": leaveOut(.typed)
      case _ where !Self.tabMembers.contains(name): leaveOut(.otherFields)
      default: break
      }
    }
  }

  mutating func leaveOut(ofEntry json: JSON) {
    for (name, value) in json.members where !value.saysNothing {
      switch name {
      case "presState", "structuredCloneState": leaveOut(.pageStates)
      case "scroll": leaveOut(.scroll)
      case _ where !Self.entryMembers.contains(name): leaveOut(.otherFields)
      default: break
      }
    }
  }

  /// What is brought in, and what says how Firefox itself goes about it.
  private static let windowMembers: Set<String> = [
    "_closedTabs", "_lastClosedTabGroupCount", "_shouldRestore", "_newClosedId", "busy",
    "chromeFlags", "closedAt", "closedGroups", "closedId", "groups", "height", "hidden",
    "lastClosedTabGroupId", "maximizedBefore", "screenX", "screenY", "selected", "sidebar",
    "sizemode", "sizemodeBeforeMinimized", "tabs", "width", "workspaceID", "zIndex",
  ]
  private static let tabMembers: Set<String> = [
    "attributes", "canonicalUrl", "closedAt", "entries", "groupId", "iconLoadingPrincipal",
    "id", "index", "isActive", "lastAccessed", "muted", "mutedReason", "pinned",
    "requestedIndex", "searchMode", "splitViewId", "userTypedClear",
  ]
  private static let entryMembers: Set<String> = [
    "ID", "baseURI", "cacheKey", "charset", "children", "contentType", "csp", "docIdentifier",
    "docshellUUID", "hasUserInteraction", "isSrcdocEntry", "loadReplace", "loadReplace2",
    "navigationId", "navigationKey", "originalURI", "owner_b64",
    "partitionedPrincipalToInherit_base64",
    "persist", "postdata_b64", "principalToInherit_base64", "referrer",
    "referrerInfo", "referrerPolicy", "resultPrincipalURI", "scrollRestorationIsManual",
    "srcdocData", "structuredCloneVersion", "subframe", "title",
    "transient", "triggeringPrincipal_base64", "triggeringPrincipal_b64", "url", "wireframe",
  ]
}

extension JSON {
  /// Whether a member with this value is as good as none.
  fileprivate var saysNothing: Bool {
    switch self {
    case .null, .bool(false), .integer(0): true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: false
    }
  }
}
