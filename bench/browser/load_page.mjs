// The figures of run.sh: node load_page.mjs CURLEW FOLDER, where FOLDER/data is what
// `curlew serve` runs on. A new browser profile for each load: nothing is cached.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { launch, sizes } from "../../web/check/browser.mjs";

const [program, folder] = process.argv.slice(2);
const times = 9;
const mostMs = 1000, mostBytes = 150 * 1024;
const views = { clips: "/", articles: "/articles", sources: "/sources" };

const config = path.join(folder, "curlew.toml");
// Nothing is due before 2100, so that nothing is visited.
fs.writeFileSync(config, '[web]\nport = 0\n[log]\nlevel = "error"\n');
execFileSync("python3", ["-c", `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("UPDATE schedule SET next_due = 4102444800000, has_problem = 0")
database.commit()`, path.join(folder, "data/central.db")]);

const server = spawn(program, ["--config", config, "--data", path.join(folder, "data"), "serve"],
  { stdio: ["ignore", "pipe", "inherit"] });
const url = await new Promise((done, failed) => {
  let said = "";
  server.stdout.on("data", (part) => {
    said += part;
    const found = /http:\/\/[^/\s]+/.exec(said);
    if (found) done(found[0]);
  });
  server.on("exit", () => failed(new Error(`curlew does not start: ${said}`)));
});

async function load(browser, address) {
  const context = await browser.newContext({ viewport: sizes.wide });
  // As fill_store made her; nothing of that is in the browser's cache.
  const entered = await context.request.post(`${url}/api/v1/session`,
    { data: { name: "ann", password: "a long password" }, headers: { "X-Curlew-Request": "1" } });
  if (!entered.ok()) throw new Error(`ann cannot log in: ${entered.status()} ${await entered.text()}`);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const bytes = { page: 0, data: 0 };
  const isData = new Map();
  network.on("Network.responseReceived", ({ requestId, response }) =>
    isData.set(requestId, response.url.includes("/api/")));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes[isData.get(requestId) ? "data" : "page"] += encodedDataLength;
  });
  await page.goto(url + address, { waitUntil: "commit" });
  // The rows are there, and a key is answered: the next row has the focus.
  await page.waitForSelector("li[data-id], tbody tr", { timeout: 60_000 });
  const shown = await page.evaluate(() => performance.now());
  await page.keyboard.press(address === "/sources" ? "Tab" : "j");
  await page.waitForFunction(() => document.activeElement !== document.body, null, { timeout: 60_000 });
  const usable = await page.evaluate(() => performance.now());
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  await context.close();
  return { painted, shown, usable, ...bytes };
}

const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const faults = [];
const today = new Date().toISOString().slice(0, 10);
console.log(`# The application in Chromium\n\n\`./dev bench browser\`, ${today}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)} at the start;`);
console.log(`medians of ${times} loads in a new profile, 100,000 clips in the database. *Usable*: the rows are there and a key is answered.\n`);
console.log("| view | first paint ms | rows shown | usable | best | worst | page KB | with the data KB |\n|---|---:|---:|---:|---:|---:|---:|---:|");
const browser = await launch();
try {
  for (const [view, address] of Object.entries(views)) {
    const loads = [];
    for (let i = 0; i < times; ++i) loads.push(await load(browser, address));
    const of = (name) => middle(loads.map((each) => each[name]));
    const usable = loads.map((each) => each.usable);
    const all = of("page") + of("data");
    console.log(`| ${view} | ${of("painted").toFixed(0)} | ${of("shown").toFixed(0)} | **${middle([...usable]).toFixed(0)}** | ` +
      `${Math.min(...usable).toFixed(0)} | ${Math.max(...usable).toFixed(0)} | ${(of("page") / 1024).toFixed(1)} | ${(all / 1024).toFixed(1)} |`);
    if (middle([...usable]) > mostMs) faults.push(`${view}: usable after ${middle([...usable]).toFixed(0)} ms`);
    if (all > mostBytes) faults.push(`${view}: ${(all / 1024).toFixed(1)} KB are loaded`);
  }
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
}
console.log(`\n${faults.map((fault) => `- ${fault}\n`).join("")}${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
