internal import ExchangeFormats
internal import Notation

/// The JSON formats that are described by layouts instead of code.
extension JSONLayout {
  static let all: [JSONLayout] = [
    pinboard, oneTab, sessionBuddy, olderSessionBuddy, sidebery, olderSidebery, sideberyData, arc,
  ]

  /// Pinboard's export. The title is in `description`.
  private static let pinboard = JSONLayout(
    format: .pinboard, signs: ["*.href", "*.description|tags"],
    lists: [
      .bookmarks(
        "*",
        [
          "href": .url, "description": .title, "extended": .note, "tags": .tags(" "),
          "time": .time, "meta": .passed, "hash": .passed,
          "shared": .leftOutIf("no", .privacy), "toread": .leftOutIf("yes", .toRead),
        ])
    ])

  /// The data of OneTab. A group is a window.
  private static let oneTab = JSONLayout(
    format: .oneTabStorage, signs: ["tabGroups.*.tabsMeta"],
    lists: [
      .windows(
        "tabGroups.*",
        WindowLayout(
          tabs: "tabsMeta.*", members: ["id": .passed, "url": .url, "title": .title],
          time: "createDate", leftOut: [("label", .windowTitles), ("starred", .favorites)]))
    ])

  private static let savedTab: [String: JSONMember] = [
    "id": .passed, "url": .url, "title": .title, "active": .isCurrent, "pinned": .isPinned,
    "favIconUrl": .leftOut(.icons), "mutedInfo": .isMuted, "index": .passed, "windowId": .passed,
    "highlighted": .passed, "selected": .passed, "status": .passed, "width": .passed,
    "height": .passed, "discarded": .passed, "audible": .passed, "autoDiscardable": .passed,
    "lastAccessed": .shown, "openerTabId": .leftOut(.openers), "groupId": .passed,
    "sessionId": .passed, "incognito": .passed, "nx": .passed,
  ]

  /// The data of Session Buddy 4. Collections are folders of bookmarks, and the history consists of
  /// snapshots of windows.
  private static let sessionBuddy = JSONLayout(
    format: .sessionBuddy, signs: ["collections.*.folders"],
    lists: [
      .folders(
        "collections.*", title: "title",
        [
          .folders(
            "folders.*", title: "title",
            [
              .bookmarks(
                "links.*",
                [
                  "id": .passed, "url": .url, "title": .title, "note": .note,
                  "notes": .note, "created": .time, "favIconUrl": .leftOut(.icons),
                  "active": .passed, "pinned": .passed,
                ])
            ])
        ]),
      .sessions(
        "history.*", time: "id|created", windows: "windows.*",
        WindowLayout(tabs: "tabs.*", members: savedTab, isPrivate: "incognito")),
    ])

  /// The data of Session Buddy 3.
  private static let olderSessionBuddy = JSONLayout(
    format: .sessionBuddy, signs: ["sessions.*.windows.*.tabs"],
    lists: [
      .sessions(
        "sessions.*", time: "modified|created|generated", windows: "windows.*",
        WindowLayout(tabs: "tabs.*", members: savedTab, isPrivate: "incognito"))
    ], leftOut: [("sessions.*.name", .sessionNames)])

  private static let sideberyTab: [String: JSONMember] = [
    "id": .passed, "url": .url, "title": .title, "customTitle": .title, "pinned": .isPinned,
    "lvl": .leftOut(.treeLevels), "panelId": .leftOut(.panels), "panel": .leftOut(.panels),
    "containerId": .leftOut(.containers), "ctr": .leftOut(.containers), "folded": .passed,
  ]

  /// A snapshot of Sidebery 5: windows that contain panels with tabs.
  private static let sidebery = JSONLayout(
    format: .sidebery, signs: ["tabs.*.*.*.url", "sidebar"],
    lists: [.windows("tabs.*", WindowLayout(tabs: "*.*", members: sideberyTab))])

  /// A snapshot of Sidebery 4.
  private static let olderSidebery = JSONLayout(
    format: .sidebery, signs: ["windows|windowsById.*.items.*.url"],
    lists: [
      .windows("windows|windowsById.*", WindowLayout(tabs: "items.*", members: sideberyTab))
    ])

  /// The data of Sidebery, including all snapshots.
  private static let sideberyData = JSONLayout(
    format: .sidebery, signs: ["snapshots.*.tabs.*.*.*.url"],
    lists: [
      .sessions(
        "snapshots.*", time: "time", windows: "tabs.*",
        WindowLayout(tabs: "*.*", members: sideberyTab))
    ])

  /// The sidebar of Arc. A space is a window, and a folder is a group.
  private static let arc = JSONLayout(
    format: .arc, signs: ["sidebar.containers.*.items", "sidebar.containers.*.spaces"],
    lists: [
      .windows(
        "windows.*",
        WindowLayout(
          tabs: "tabs.*",
          members: [
            "url": .url, "title": .title, "pinned": .isPinned, "muted": .isMuted, "group": .group,
            "time": .shown,
          ], leftOut: [("title", .windowTitles)]))
    ], rearranged: ArcSidebar.windows)

  /// A session of qutebrowser. The file is in YAML.
  static let qutebrowserSession = JSONLayout(
    format: .qutebrowserSession, signs: ["windows.*.tabs.*.history"],
    lists: [
      .windows(
        "windows.*",
        WindowLayout(
          tabs: "tabs.*",
          members: [
            "active": .isCurrent,
            "history": .entries([
              "active": .isCurrent, "pinned": .isPinned, "scroll-pos": .scroll, "title": .title,
              "url": .url, "zoom": .zoom, "original-url": .passed, "last_visited": .time,
            ]),
          ], isFocused: "active", isPrivate: "private"))
    ])

  /// The history of Safari up to version 7, which is a property list. It contains only the last
  /// visit to each page.
  static let olderSafariHistory = JSONLayout(
    format: .olderSafariHistory, signs: ["WebHistoryDates"],
    lists: [
      .visits(
        "WebHistoryDates.*",
        [
          "": .url, "title": .title, "displayTitle": .passed, "lastVisitedDate": .timeSince2001,
          "visitCount": .passed, "D": .passed, "W": .passed, "lastVisitWasFailure": .passed,
          "lastVisitWasHTTPNonGet": .passed, "redirectURLs": .leftOut(.redirects),
        ])
    ])
}
