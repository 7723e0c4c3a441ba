// The application on a mock of the API: npm run dev [-- empty | new | login]
//
//   full (default)  sources, clips, problems, versions, topics
//   empty           nothing yet: what a new user sees
//   new             sources and articles, and no list yet
//   reader          one who may only read
//   login           asks to log in; any name, the password is "curlew"
//
// What it answers is compared with src/api/v1/openapi.json.
import http from "node:http";
import { fileURLToPath } from "node:url";
import { bundle, contentPolicy } from "../build.mjs";
import { accessOf, faultsOfExchange, successOf } from "../check/openapi.mjs";
import { Problem, routes } from "./answers.mjs";
import { iso, world } from "./data.mjs";
import { visitNow } from "./views.mjs";

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

// A picture of one dot.
const dot = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==", "base64");

// A new article, told to whoever listens.
function publish(mine) {
  const from = mine.articles[0];
  if (!from) return;
  const row = { ...from, id: from.id + 1, found: iso(0), published: iso(90), delay_s: 90, read: false, starred: false };
  mine.articles.unshift(row);
  for (const each of mine.listeners) {
    each.write(`event: article\nid: ${row.id}\ndata: ${JSON.stringify(row)}\n\n`);
    each.write(`event: clip\ndata: ${JSON.stringify({ list: 1 })}\n\n`);
  }
}

// A source is looked at, and something new is there.
function visit(mine, id) {
  const row = mine.sources.find((each) => each.id === id);
  Object.assign(row, { last_visit: iso(0), last_new: iso(0), next_due: iso(-1800), per_week: row.per_week + 1 });
  mine.visited.unshift(visitNow(row, mine.visited.length));
  for (const each of mine.listeners) each.write("event: status\ndata: {}\n\n");
}

function events(response, mine) {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  response.write("event: status\ndata: {}\n\n");
  mine.listeners.add(response);
  response.on("close", () => mine.listeners.delete(response));
}

async function answer(request, response, mine) {
  const url = new URL(request.url, "http://mock");
  if (url.pathname === "/api/v1/events") return mine.isIn ? events(response, mine) : send(response, 401, { title: "Log in first" });
  if (!mine.isIn && !/^\/api\/v1\/(session|registrations)/.test(url.pathname)) throw new Problem(401, "Log in first");
  if (mine.kind === "reader" && /user|admin/.test(accessOf(request.method, url.pathname) ?? "")) throw new Problem(403, "You may not do this");
  if (request.method !== "GET" && request.headers["x-curlew-request"] !== "1") throw new Problem(403, "X-Curlew-Request is missing");
  if (/\/articles\/\d+\/pictures\/\d+$/.test(url.pathname)) return send(response, 200, dot, "image/png");
  for (const [method, pattern, act] of routes) {
    const match = method === request.method && pattern.exec(url.pathname);
    if (!match) continue;
    const body = method === "GET" ? undefined : await bodyOf(request);
    const said = act(mine, { groups: match.slice(1).map(decodeURIComponent), query: url.searchParams, body });
    const status = said === undefined ? 204 : successOf(method, url.pathname);
    mine.tellFaults(faultsOfExchange({ method, url: request.url, asked: body, status, said }));
    return send(response, status, said);
  }
  throw new Problem(404, `There is no such address in the API: ${url.pathname}`);
}

// `onFaults` is told where an answer is not as described.
export async function startMock({ port = 0, kind = "full", files, onFaults = () => {} } = {}) {
  const mine = Object.assign(world(kind), { listeners: new Set(), tellFaults: onFaults });
  const built = files ?? await bundle({ minify: false });
  const server = http.createServer((request, response) => {
    const path = new URL(request.url, "http://mock").pathname;
    if (path.startsWith("/api/")) {
      answer(request, response, mine).catch((error) => {
        const { status = 500, title = String(error), detail = "", more = {} } = error;
        if (status === 500) console.error(request.method, request.url, error);
        send(response, status, { type: "about:blank", title, status, detail, ...more }, "application/problem+json");
      });
      return;
    }
    const file = built.find((each) => each.name === path) ?? built.find((each) => each.name === "/index.html");
    send(response, 200, file.bytes, file.type);
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${server.address().port}`, world: mine, publish: () => publish(mine), visit: (id) => visit(mine, id) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, publish: next } = await startMock({ port: Number(process.env.PORT ?? 8401), kind: process.argv[2] ?? "full",
    onFaults: (faults) => faults.forEach((each) => console.error(each)) });
  setInterval(next, 30_000);
  console.log(`The application on a mock of the API: ${url}/`);
}
