import http from "node:http";

/** A website for tests, with two origins. Each path is a page whose title is the path. */
export async function startSite() {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    if (url.pathname === "/favicon.ico") {
      response.writeHead(404).end();
      return;
    }
    if (url.pathname.startsWith("/redirect/")) {
      response.writeHead(302, { location: url.pathname.slice("/redirect".length) }).end();
      return;
    }
    const body = url.searchParams.has("frame") ? `<iframe src="/in${url.pathname}"></iframe>`
      : url.searchParams.has("tall") ? '<p style="height: 5000px"></p>' : "";
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><title>${url.pathname}</title><p>${url.pathname}</p>${body}`);
  });
  await new Promise(done => { server.listen(0, "127.0.0.1", done); });
  const { port } = server.address();
  return {
    page: path => `http://127.0.0.1:${port}${path}`,
    otherPage: path => `http://localhost:${port}${path}`,
    stop: () => { server.closeAllConnections(); server.close(); },
  };
}
