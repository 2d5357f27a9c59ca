// Checks that orders are dropped if the user has changed the same thing just before they arrive.
import assert from "node:assert/strict";
import { test } from "node:test";

/** A browser with two tabs, of which the first is active. */
const tabs = new Map([
  [1, { id: 1, windowId: 1, index: 0, groupId: -1, url: "https://a.example/", active: true }],
  [2, { id: 2, windowId: 1, index: 1, groupId: 7, url: "https://b.example/", active: false }],
]);
const groups = new Map([[7, { id: 7, title: "Work", color: "blue", collapsed: false }]]);
const found = (map, id) => (map.has(id) ? Promise.resolve(map.get(id)) : Promise.reject(new Error(`no ${id}`)));
const place = { left: 10, top: 20, width: 800, height: 600 };
const bookmarks = new Map([
  ["a", { id: "a", parentId: "bar", title: "A", url: "https://a.example/" }],
  ["f", { id: "f", parentId: "bar", title: "F", children: [{ id: "b", title: "B", url: "https://b.example/" }] }],
]);
globalThis.chrome = {
  runtime: { getURL: () => "chrome-extension://id/" },
  scripting: { executeScript: ({ target }) => Promise.resolve([{ result: { key: `key-${target.tabId}` } }]) },
  tabs: {
    get: id => found(tabs, id),
    getZoom: async () => 1.25,
    query: async ({ active }) => [...tabs.values()].filter(tab => !active || tab.active),
  },
  tabGroups: { get: id => found(groups, id) },
  windows: {
    get: async () => ({ tabs: [...tabs.values()], state: "normal", ...place }),
    getAll: async () => [{ id: 1, focused: true }, { id: 2, focused: false }],
  },
  bookmarks: { getSubTree: id => found(bookmarks, id).then(node => [node]) },
};
const { isOvertaken, justSelected } = await import("../../../Sources/Live/Extension/overtaken.js");

const cases = [
  [true, { do: "select", tab: 2, was: 3 }],
  [false, { do: "select", tab: 2, was: 1 }],
  [false, { do: "select", tab: 1, was: 2 }, "The user did the same."],
  [true, { do: "move", tab: 2, window: 6, index: 0, was: { window: 5, index: 1, count: 2 } }],
  [true, { do: "move", tab: 1, window: 1, index: 2, was: { window: 1, index: 1, count: 2 } }],
  [false, { do: "move", tab: 2, window: 1, index: 0, was: { window: 1, index: 1, count: 2 } }],
  [false, { do: "move", tab: 2, window: 1, index: 0, was: { window: 1, index: 3, count: 4 } }],
  [true, { do: "ungroup", tabs: [2], was: [[2, 6]] }],
  [false, { do: "ungroup", tabs: [2], was: [[2, 7]] }],
  [false, { do: "group", tabs: [1], group: 7, was: [[1, null]] }],
  [true, { do: "changeGroup", group: 7, title: "New", color: "blue", collapsed: false,
    was: { title: "Old", color: "blue", collapsed: false } }],
  [false, { do: "changeGroup", group: 7, title: "New", color: "blue", collapsed: false,
    was: { title: "Work", color: "blue", collapsed: false } }],
  [true, { do: "travel", tab: 1, by: -1, was: { key: "key-0", url: "https://a.example/" } }],
  [false, { do: "travel", tab: 1, by: -1, was: { key: "key-1", url: "https://old.example/" } }],
  [true, { do: "load", tab: 1, url: "https://c.example/", was: { key: null, url: "https://b.example/" } }],
  [false, { do: "travel", tab: 9, by: -1, was: { key: "key-9", url: "" } }, "A closed tab fails anyway."],
  [false, { do: "pin", tab: 1, value: true }],
  [true, { do: "zoom", tab: 1, level: 15_000, was: 10_000 }],
  [false, { do: "zoom", tab: 1, level: 15_000, was: 12_500 }],
  [false, { do: "zoom", tab: 1, level: 12_500, was: 10_000 }, "The user did the same."],
  [true, { do: "focus", window: 2, was: 3 }],
  [false, { do: "focus", window: 2, was: 1 }],
  [true, { do: "place", window: 1, state: "maximized", bounds: {}, was: { ...place, state: "minimized" } }],
  [true, { do: "place", window: 1, state: "normal", bounds: { ...place, left: 50 },
    was: { ...place, left: 0, state: "normal" } }],
  [false, { do: "place", window: 1, state: "normal", bounds: { ...place, left: 50 },
    was: { ...place, state: "normal" } }],
  [false, { do: "removeBookmark", id: "a", was: { folder: "bar", count: 0, title: "A", url: "https://a.example/" } }],
  [true, { do: "removeBookmark", id: "a", was: { folder: "bar", count: 0, title: "Old", url: "https://a.example/" } }],
  [true, { do: "removeBookmark", id: "a", was: { folder: "other", count: 0 } }],
  [true, { do: "removeBookmark", id: "f", was: { folder: "bar", count: 0 } }, "The user has added a bookmark."],
  [false, { do: "removeBookmark", id: "f", was: { folder: "bar", count: 1 } }],
];
for (const [expected, order, reason = ""] of cases) {
  test(`${JSON.stringify(order)} ${expected ? "is" : "is not"} overtaken`, async () => {
    assert.equal(await isOvertaken(order), expected, reason);
  });
}

test("a tab that was just selected is not closed", async () => {
  assert.deepEqual(await justSelected({ tabs: [1, 2], was: [] }), [1]);
  assert.deepEqual(await justSelected({ tabs: [1, 2], was: [1] }), []);
});
