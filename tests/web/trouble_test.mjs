// When the session ends under a form, and when the server dies: what was typed comes back, and
// the page goes on without being loaded again.
//
//   node trouble_test.mjs CURLEW [--page proxy]
//
// --page proxy: the application as it is here, not as it is in the program (web/dev/proxy.mjs).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const web = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../web");
if (!fs.existsSync(process.env.CHROMIUM ?? "/usr/bin/chromium") || !fs.existsSync(path.join(web, "node_modules/playwright-core"))) {
  console.log("skipped: chromium, or what web/build installs, is not here");
  process.exit(77);
}
const { launch, sizes } = await import("../../web/check/browser.mjs");
const patience = Number(process.env.CURLEW_TEST_PATIENCE ?? 4);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const freePort = () => new Promise((done) => {
  const probe = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});

// The same port each time, as the page knows no other.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "curlew-trouble-"));
const port = await freePort();
fs.writeFileSync(path.join(folder, "curlew.toml"), `[web]\nport = ${port}\n[log]\nlevel = "error"\n`);
function serve() {
  const child = spawn(process.argv[2], ["--config", path.join(folder, "curlew.toml"), "--data", path.join(folder, "data"), "serve"],
    { stdio: ["ignore", "pipe", "inherit"] });
  child.said = "";
  child.stdout.on("data", (part) => { child.said += part; });
  child.stop = (signal) => new Promise((done) => (child.exitCode === null ? (child.on("exit", done), child.kill(signal)) : done()));
  return child;
}

async function walk(page, link, killServer) {
  await page.goto(link);
  const logIn = async (button) => {
    await page.getByRole("textbox", { name: "Name" }).fill("maria");
    await page.getByLabel("Password").fill("a long secret");
    await page.getByRole("button", { name: button }).click();
  };
  await logIn("Begin");
  await page.getByRole("heading", { name: "What do you read?" }).waitFor();
  await page.goto("/settings/lists?list=new");
  await page.evaluate(() => { globalThis.isSamePage = true; });
  const words = page.getByRole("textbox", { name: "Words" });
  await words.fill("harbour OR ferry");
  await page.getByRole("textbox", { name: "Name of the list" }).fill("Harbour");
  await page.waitForFunction(() => document.querySelector(".live.fresh"));

  // Ended elsewhere: the stream of events says so.
  await page.evaluate(() => fetch("/api/v1/session", { method: "DELETE", headers: { "X-Curlew-Request": "1" } }));
  await page.getByText("Your session has ended").waitFor();
  await logIn("Log in");
  assert.equal(await words.inputValue(), "harbour OR ferry");

  await page.waitForFunction(() => document.querySelector(".live.fresh"));
  await killServer();
  const line = page.getByText("Curlew does not answer. It is tried again by itself.");
  await line.waitFor();
  assert.equal(await words.inputValue(), "harbour OR ferry");
  return async () => {
    await line.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.querySelector(".live.fresh"));
    assert.equal(await words.inputValue(), "harbour OR ferry");
    await page.getByRole("button", { name: "Make the list" }).click();
    await page.locator(".rail a", { hasText: "Harbour" }).waitFor();
    assert.ok(await page.evaluate(() => globalThis.isSamePage), "it was not loaded again");
  };
}

let fault = "";
let child = serve();
const browser = await launch();
try {
  const linkIn = () => /http:\/\/\S+\/welcome#\S+/.exec(child.said)?.[0];
  for (let i = 0; i < 300 * patience && !linkIn(); ++i) await wait(100);
  let link = linkIn();
  if (!link) throw new Error(`no link is printed: ${child.said}`);
  if (process.argv.includes("--page")) {
    const { startProxy } = await import("../../web/dev/proxy.mjs");
    link = link.replace(new URL(link).origin, (await startProxy({ target: new URL(link).origin })).url);
  }
  const context = await browser.newContext({ viewport: sizes.wide, locale: "en-GB", baseURL: new URL(link).origin, reducedMotion: "reduce" });
  context.setDefaultTimeout(20_000 * patience);
  const page = await context.newPage();
  page.on("pageerror", (error) => { fault ||= String(error); });
  const goOn = await walk(page, link, () => child.stop("SIGKILL"));
  child = serve();
  await goOn();
} catch (error) {
  fault ||= String(error.stack ?? error);
} finally {
  await browser.close();
  await child.stop("SIGINT");
  fs.rmSync(folder, { recursive: true, force: true });
}
if (fault) console.error(fault);
process.exit(fault ? 1 : 0);
