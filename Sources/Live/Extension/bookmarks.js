import { browser, isFirefox, quietly } from "./browser.js";
import { recordedAddress } from "./strip.js";

/** The uses of the browser's built-in folders, by id. Newer versions of Chromium report the use. */
const roots = {
  "1": "bar", "2": "other", "3": "mobile",
  "bookmarks-bar": "bar",
  toolbar_____: "bar", menu________: "menu", unfiled_____: "other", mobile______: "mobile",
};
const rootOf = ({ id, folderType }) => roots[folderType] ?? folderType ?? roots[id];

const permission = { permissions: ["bookmarks"] };

/** Whether the extension may read the bookmarks. */
export const mayRead = () => browser.permissions.contains(permission);

/** Asks the user for permission to read the bookmarks. Browsers allow this only after a click. */
export const askForPermission = () => browser.permissions.request(permission);

function describe(node) {
  return {
    id: node.id,
    type: node.type,
    title: node.title,
    url: node.url === undefined ? undefined : recordedAddress(node.url),
    children: node.children?.map(describe),
  };
}

/** Reads all bookmarks, or returns undefined if the extension may not read them. */
export async function readBookmarks() {
  if (!browser.bookmarks) return undefined;
  const tree = await quietly(browser.bookmarks.getTree());
  if (!tree) return undefined;
  return {
    separators: isFirefox || undefined,
    roots: tree[0].children.map(root => ({ ...describe(root), root: rootOf(root) })),
  };
}

/** Calls a function whenever a bookmark has changed, even if the permission is granted later. */
export function observeBookmarks(onChange) {
  const names = [
    "onCreated", "onChanged", "onMoved", "onRemoved", "onChildrenReordered", "onImportEnded",
  ];
  const listen = () => {
    for (const name of names) {
      const event = browser.bookmarks?.[name];
      if (event && !event.hasListener(onChange)) event.addListener(onChange);
    }
  };
  listen();
  browser.permissions.onAdded.addListener(added => {
    if (!added.permissions?.includes("bookmarks")) return;
    listen();
    onChange();
  });
}

/** Creates a bookmark, or a folder with its contents, and adds the new ids to `ids`. */
async function create(parentId, index, node, ids) {
  const details = { parentId, index, title: node.title };
  if (node.type === "bookmark") details.url = node.url;
  // Chromium does not support this member.
  if (isFirefox) details.type = node.type;
  const { id } = await browser.bookmarks.create(details);
  ids.push([node.retrace, id]);
  for (const child of node.children) await quietly(create(id, undefined, child, ids));
}

export const bookmarkOrders = {
  async createBookmark({ folder, index, node }) {
    const bookmarks = [];
    await create(folder, index, node, bookmarks);
    return { bookmarks };
  },

  async moveBookmark({ id, folder, index }) {
    const [node] = await browser.bookmarks.get(id);
    // In Chromium, the index also counts the former place of the bookmark.
    const isBehind = !isFirefox && node.parentId === folder && index > node.index;
    await browser.bookmarks.move(id, { parentId: folder, index: isBehind ? index + 1 : index });
  },

  editBookmark: ({ id, title, url }) => browser.bookmarks.update(id, { title, url }),

  removeBookmark: ({ id }) => browser.bookmarks.removeTree(id),
};
