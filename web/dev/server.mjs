// The application on a mock of the API: npm run dev [-- empty | login]
//
//   full (default)  sources, clips, problems, versions, topics
//   empty           nothing yet: what a new user sees
//   login           asks to log in; any name, the password is "curlew"
import http from "node:http";
import { fileURLToPath } from "node:url";
import { bundle, contentPolicy } from "../build.mjs";
import { Problem, routes } from "./answers.mjs";
import { iso, world } from "./data.mjs";

function send(response, status, body, type = "application/json") {
  response.writeHead(status, { "Content-Type": type, "Content-Security-Policy": contentPolicy, "Cache-Control": "no-store" });
  response.end(body === undefined ? "" : typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

async function bodyOf(request) {
  let text = "";
  for await (const part of request) text += part;
  if (!/json/.test(request.headers["content-type"] ?? "")) return text;
  return JSON.parse(text);
}

// New articles announce themselves every half minute.
function events(response, mine) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  response.write("event: status\ndata: {}\n\n");
  const timer = setInterval(() => {
    const from = mine.articles[0];
    if (!from) return;
    mine.articles.unshift({ ...from, id: mine.articles[0].id + 1, found: iso(0), published: iso(90), delay_s: 90, read: false, starred: false });
    response.write(`event: article\ndata: ${JSON.stringify({ id: from.id + 1 })}\n\n`);
    response.write(`event: clip\ndata: ${JSON.stringify({ list: 1 })}\n\n`);
  }, 30_000);
  response.on("close", () => clearInterval(timer));
}

async function answer(request, response, mine) {
  const url = new URL(request.url, "http://mock");
  if (url.pathname === "/api/v1/events") return mine.isIn ? events(response, mine) : send(response, 401, { title: "Log in first" });
  if (!mine.isIn && !/^\/api\/v1\/(session|registrations)/.test(url.pathname)) throw new Problem(401, "Log in first");
  if (request.method !== "GET" && request.headers["x-curlew-request"] !== "1") throw new Problem(403, "X-Curlew-Request is missing");
  for (const [method, pattern, act] of routes) {
    const match = method === request.method && pattern.exec(url.pathname);
    if (!match) continue;
    const body = method === "GET" ? undefined : await bodyOf(request);
    const said = act(mine, { groups: match.slice(1).map(decodeURIComponent), query: url.searchParams, body });
    return send(response, said === undefined ? 204 : 200, said);
  }
  throw new Problem(404, "There is no such address in the API", url.pathname);
}

export async function startMock({ port = 0, kind = "full", files } = {}) {
  const mine = world(kind);
  const built = files ?? await bundle({ minify: false });
  const server = http.createServer((request, response) => {
    const path = new URL(request.url, "http://mock").pathname;
    if (path.startsWith("/api/")) {
      answer(request, response, mine).catch((error) => {
        const { status = 500, title = String(error), detail = "" } = error;
        if (status === 500) console.error(request.method, request.url, error);
        send(response, status, { type: "about:blank", title, status, detail }, "application/problem+json");
      });
      return;
    }
    const file = built.find((each) => each.name === path) ?? built.find((each) => each.name === "/index.html");
    send(response, 200, file.bytes, file.type);
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startMock({ port: Number(process.env.PORT ?? 8401), kind: process.argv[2] ?? "full" });
  console.log(`The application on a mock of the API: ${url}/`);
}
