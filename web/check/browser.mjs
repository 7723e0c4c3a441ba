// Opens views in Chromium: at two widths, light and dark; tells what the console and axe say.
import fs from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { bundle } from "../build.mjs";
import { startMock } from "../dev/server.mjs";

export const sizes = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
export const browserArgs = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: browserArgs });

// Until a view shows what it has.
export async function settled(page) {
  await page.waitForSelector("#app h1, #app h2, #app form");
  await page.waitForFunction(() => !document.querySelector(".skeleton"));
}

// visit(page, { view, size, look, language, errors }) for each combination. `errors`: of the
// console, and what the mock answered that is not as described.
export async function withViews(views, { wanted = Object.keys(sizes), looks = ["light", "dark"], languages = ["en"] }, visit) {
  const files = await bundle();
  const browser = await launch();
  const mocks = {};
  let errors = [];
  const onFaults = (faults) => errors.push(...faults);
  for (const kind of new Set(views.map((view) => view.kind))) mocks[kind] = await startMock({ kind, files, onFaults });
  try {
    for (const size of wanted) for (const look of looks) for (const language of languages) {
      for (const view of views) {
        const context = await browser.newContext({ viewport: sizes[size], colorScheme: look, reducedMotion: "reduce", bypassCSP: false,
          locale: language === "el" ? "el-GR" : "en-GB", hasTouch: size === "phone" });
        const page = await context.newPage();
        errors = [];
        page.on("pageerror", (error) => errors.push(String(error)));
        page.on("console", (message) => {
          // The link of the first start is refused once before it asks for a name: that is meant.
          if (message.type() === "error" && !(view.name === "welcome" && /422/.test(message.text()))) errors.push(message.text());
        });
        await page.goto(mocks[view.kind].url + view.path);
        await settled(page);
        await visit(page, { view, size, look, language, errors });
        await context.close();
      }
    }
  } finally {
    await browser.close();
    for (const { server } of Object.values(mocks)) {
      server.closeAllConnections();
      server.close();
    }
  }
}

// Not called serious, but they are how one who does not see the page finds the way in it.
const ways = ["landmark-unique", "heading-order", "nested-interactive"];

export async function seriousFindings(page) {
  // As the debugger, so that the page's own content policy stays as strict as it is.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter((each) => /serious|critical/.test(each.impact ?? "") || ways.includes(each.id))
    .map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 140)} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
}

// The window, and what scrolls up and down in it.
export const overflows = (page) => page.evaluate(() =>
  [document.documentElement, ...document.querySelectorAll(".scroll, .rail, dialog")].flatMap((each) => {
    if (each.scrollWidth <= each.clientWidth) return [];
    const edge = each.getBoundingClientRect().right + 1;
    const wide = [...each.querySelectorAll("*")].filter((node) => node.getBoundingClientRect().right > edge).slice(-2)
      .map((node) => node.outerHTML.slice(0, 90)).join(" | ");
    return [`${each.tagName}.${each.className} is wider than it is shown (${each.scrollWidth} > ${each.clientWidth}): ${wide}`];
  }));
