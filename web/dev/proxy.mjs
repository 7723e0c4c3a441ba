// The application as it is here on a running Curlew: node dev/proxy.mjs http://127.0.0.1:8400
//
// For whoever works on the page: nothing is compiled but the page.
import http from "node:http";
import { fileURLToPath } from "node:url";
import { bundle, contentPolicy } from "../build.mjs";

const isServers = (path) => /^\/(api|mine|memento|timemap|timegate|healthz|metrics)(\/|$)/.test(path) || /\.(atom|nt)$/.test(path);

export async function startProxy({ target, port = 0, files }) {
  const built = files ?? await bundle({ minify: false });
  const to = new URL(target);
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://proxy");
    if (!isServers(pathname)) {
      const file = built.find((each) => each.name === pathname) ?? built.find((each) => each.name === "/index.html");
      response.writeHead(200, { "Content-Type": file.type, "Content-Security-Policy": contentPolicy, "Cache-Control": "no-store" });
      return response.end(file.bytes);
    }
    // Its Origin, too: the server trusts no other.
    const headers = { ...request.headers, host: to.host, ...(request.headers.origin && { origin: to.origin }) };
    const asked = http.request({ host: to.hostname, port: to.port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    asked.on("error", (error) => response.destroyed || response.writeHead(502).end(String(error)));
    response.on("close", () => asked.destroy());
    request.pipe(asked);
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startProxy({ target: process.argv[2] ?? "http://127.0.0.1:8400", port: Number(process.env.PORT ?? 8402) });
  console.log(`The application on ${process.argv[2]}: ${url}/`);
}
