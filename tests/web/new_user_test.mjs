// From the link of the first start to the first own clip, by clicks alone, in under two minutes:
// claim it, paste an address, watch what is there, say what one looks for, read the clip.
//
//   node new_user_test.mjs CURLEW [--page proxy] [--pictures FOLDER]
//
// The little web of the demo publishes meanwhile. --page proxy: the application as it is here,
// not as it is in the program (web/dev/proxy.mjs).
import "../../web/check/browser_here.mjs";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const { launch, sizes } = await import("../../web/check/browser.mjs");
const [program, ...options] = process.argv.slice(2);
const option = (name) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
// On a machine that is four times slower, or as busy, it may take four times as long.
const patience = Number(process.env.CURLEW_TEST_PATIENCE ?? 4);
const promised = 120;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "curlew-new-user-"));

function start(words) {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  child.said = "";
  child.stdout.on("data", (part) => { child.said += part; });
  child.until = async (pattern) => {
    for (let i = 0; i < 600 * patience && !pattern.test(child.said); ++i) await wait(100);
    const found = pattern.exec(child.said);
    if (!found) throw new Error(`${words.join(" ")} does not say ${pattern}: ${child.said}`);
    return found[0];
  };
  child.stop = () => new Promise((done) => (child.exitCode === null ? (child.on("exit", done), child.kill("SIGINT")) : done()));
  return child;
}

async function walk(page, link, address, picture) {
  const began = Date.now();
  const laps = [];
  const lap = async (what) => {
    laps.push(`${what} ${((Date.now() - began) / 1000).toFixed(1)} s`);
    await picture(`${laps.length}-${what.replace(/ /g, "-")}`);
  };
  await page.goto(link);
  await page.getByRole("textbox", { name: "Name" }).fill("maria");
  await page.getByLabel("Password").fill("a long secret");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name: "What do you read?" }).waitFor();
  await lap("claimed");
  // The field has the focus: one pastes, and needs no key beside.
  await page.evaluate((text) => navigator.clipboard.writeText(text), address);
  await page.keyboard.press("Control+V");
  await page.locator(".found").first().waitFor();
  await lap("looked");
  await page.locator(".found").first().getByRole("button", { name: /^Watch/ }).first().click();
  await page.getByRole("heading", { name: "What do you look for?" }).waitFor();
  await lap("watched");
  await page.getByRole("textbox", { name: "Words" }).fill("harbour OR council OR market OR school OR river");
  await page.locator(".preview-row mark").first().waitFor();
  await lap("previewed");
  await page.getByRole("button", { name: "Make the list" }).click();
  await page.locator("li.item a.item-link").first().waitFor();
  await lap("clip is there");
  await page.locator("li.item a.item-link").first().click();
  await page.locator(".reading h1").waitFor();
  await page.locator(".evidence").waitFor();
  await lap("read");
  console.log(laps.join(", "));
  return (Date.now() - began) / 1000;
}

const faults = [];
const little = start(["demo", "--web-only"]);
fs.writeFileSync(path.join(folder, "curlew.toml"), `[web]
port = 0
[log]
level = "error"
[fetch]
contact = "mailto:test@localhost"
host_delay = "100ms"
allow_addresses = ["127.0.0.0/8", "::1"]
[schedule]
tick = "1s"
min_gap = "500ms"
budget = "tick"
budget_per_hour = 180000
`);
const curlew = start(["--config", path.join(folder, "curlew.toml"), "--data", path.join(folder, "data"), "serve"]);
const browser = await launch();
try {
  const port = new URL(await little.until(/http:\/\/[^/\s]+/)).port;
  let link = await curlew.until(/http:\/\/\S+\/welcome#\S+/);
  if (option("--page") === "proxy") {
    const { startProxy } = await import("../../web/dev/proxy.mjs");
    link = link.replace(new URL(link).origin, (await startProxy({ target: new URL(link).origin })).url);
  }
  const context = await browser.newContext({ viewport: sizes.wide, locale: "en-GB", baseURL: new URL(link).origin, reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"] });
  context.setDefaultTimeout(promised * 1000 * patience);
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  // 422 says that the link wants a name and a password.
  page.on("console", (message) => message.type() === "error" && !/422/.test(message.text()) && faults.push(message.text()));
  const picture = async (name) => option("--pictures") && page.screenshot({ path: path.join(option("--pictures"), `new-user-${name}.png`) });
  const took = await walk(page, link, `http://meridian.localhost:${port}/`, picture)
    .catch(async (error) => (await picture("failed"), Promise.reject(error)));
  console.log(`the first own clip after ${took.toFixed(1)} s`);
  if (took > promised * Math.max(1, patience)) faults.push(`it took ${took.toFixed(0)} s, and not two minutes`);
} catch (error) {
  faults.push(String(error));
} finally {
  await browser.close();
  await Promise.all([curlew.stop(), little.stop()]);
  fs.rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);
