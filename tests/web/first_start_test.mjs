// The first start in Chromium: the printed link makes the administrator, who sees every view
// empty, makes a list, a token and a password for an app, logs out and in again.
//
//   node first_start_test.mjs CURLEW
import "../../web/check/browser_here.mjs";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const { launch, overflows, seriousFindings, settled, sizes } = await import("../../web/check/browser.mjs");
const { faultsOfExchange } = await import("../../web/check/openapi.mjs");
const patience = Number(process.env.CURLEW_TEST_PATIENCE ?? 4);
const faults = new Set();
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "curlew-first-"));
fs.writeFileSync(path.join(folder, "curlew.toml"), "[web]\nport = 0\n[log]\nlevel = \"error\"\n");
const child = spawn(process.argv[2], ["--config", path.join(folder, "curlew.toml"), "--data", path.join(folder, "data"), "serve"],
  { stdio: ["ignore", "pipe", "inherit"] });
let said = "";
child.stdout.on("data", (part) => { said += part; });
const linkIn = () => /http:\/\/\S+\/welcome#\S+/.exec(said)?.[0];
for (let i = 0; i < 300 * patience && !linkIn(); ++i) await wait(100);

async function logIn(page) {
  await page.getByRole("textbox", { name: "Name" }).fill("maria");
  await page.getByLabel("Password").fill("a long secret");
}

async function walk(page, link) {
  await page.goto(link);
  await logIn(page);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name: "What do you read?" }).waitFor();
  for (const view of ["/", "/clips", "/articles", "/sources", "/problems", "/topics", "/delay", "/operation", "/operation?tab=courtesy",
    "/settings/lists", "/settings/you", "/settings/tokens", "/settings/users", "/settings/retention"]) {
    await page.goto(view);
    await settled(page);
    for (const fault of [...await seriousFindings(page), ...await overflows(page)]) faults.add(`${view}: ${fault}`);
  }
  await page.goto("/settings/lists?list=new");
  await page.getByRole("textbox", { name: "Words" }).fill("harbour OR ferry");
  await page.getByText(/in the last 30 days/).waitFor();
  await page.getByRole("textbox", { name: "Name of the list" }).fill("Harbour");
  await page.getByRole("button", { name: "Make the list" }).click();
  await page.locator(".rail a", { hasText: "Harbour" }).waitFor();
  await page.goto("/settings/tokens");
  await page.getByRole("textbox", { name: "What is it for?" }).fill("script");
  await page.getByRole("button", { name: "Make a token" }).click();
  await page.locator(".secret code").waitFor();
  await page.getByRole("textbox", { name: "Which app?" }).fill("phone");
  await page.getByRole("button", { name: "Make a password" }).click();
  await page.locator(".secret code").nth(1).waitFor();
  await page.goto("/settings/you");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.waitForFunction(() => location.pathname === "/login");
  await logIn(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.locator(".rail a", { hasText: "Harbour" }).waitFor();
}

const browser = await launch();
try {
  const link = linkIn();
  if (!link) throw new Error(`no link is printed: ${said}`);
  const context = await browser.newContext({ viewport: sizes.wide, locale: "en-GB", baseURL: new URL(link).origin, reducedMotion: "reduce" });
  context.setDefaultTimeout(10_000 * patience);
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.add(`${page.url()}: ${error}`));
  // 422 says that the link wants a name and a password.
  page.on("console", (message) => message.type() === "error" && !/422/.test(message.text()) && faults.add(`${page.url()}: ${message.text()}`));
  page.on("response", (response) => {
    if (!response.url().includes("/api/v1/") || !/json/.test(response.headers()["content-type"] ?? "")) return;
    response.json().then((body) => faultsOfExchange({ method: response.request().method(), url: response.url(),
      asked: response.request().postDataJSON?.() ?? undefined, status: response.status(), said: body }).slice(0, 3)
      .forEach((fault) => faults.add(fault)), () => undefined);
  });
  await walk(page, link);
} catch (error) {
  faults.add(String(error));
} finally {
  await browser.close();
  await new Promise((done) => (child.on("exit", done), child.kill("SIGINT")));
  fs.rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
console.log(`${faults.size} faults`);
process.exit(faults.size ? 1 : 0);
