// npm run check [-- VIEW-OR-FLOW…]: types, sizes, catalogues, and in Chromium on the mock every view
// (no console error, no serious finding of axe, nothing wider than the window) and every flow.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { overflows, seriousFindings, withViews } from "./browser.mjs";
import { flows, runFlows } from "./flows.mjs";
import { views } from "./views.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const faults = [];
const names = process.argv.slice(2);
const chosen = views.filter((view) => names.length === 0 || names.includes(view.name));
for (const name of names) if (!flows[name] && !chosen.some((view) => view.name === name)) faults.push(`there is no view or flow ${name}`);

const tsc = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["--noEmit"], { cwd: root, encoding: "utf8" });
if (tsc.status !== 0) faults.push(`tsc: ${tsc.stdout}`);

for (const file of fs.readdirSync(path.join(root, "src"), { recursive: true })) {
  if (!file.endsWith(".tsx")) continue;
  const lines = fs.readFileSync(path.join(root, "src", file), "utf8").split("\n").length;
  if (lines > 300) faults.push(`src/${file} has ${lines} lines; a view has 300 at most`);
}

async function catalogue(name) {
  const made = await build({ entryPoints: [path.join(root, `src/i18n/${name}.ts`)], bundle: true, write: false, format: "esm" });
  return (await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`))[name];
}
const keysOf = (value, before = "") => (value && typeof value === "object" && !Array.isArray(value)
  ? Object.entries(value).flatMap(([key, each]) => keysOf(each, `${before}.${key}`)) : [before]);
const [english, greek] = await Promise.all(["en", "el"].map(async (name) => new Set(keysOf(await catalogue(name)))));
for (const key of english) if (!greek.has(key)) faults.push(`el.ts lacks ${key}`);
for (const key of greek) if (!english.has(key)) faults.push(`en.ts lacks ${key}`);

// Without a browser the rest is checked all the same.
const hasBrowser = fs.existsSync(process.env.CHROMIUM ?? "/usr/bin/chromium");
if (!hasBrowser) console.log("web: no Chromium, so no view and no flow is looked at");

let seen = 0;
const look = async (page, { view, size, look, language, errors }) => {
  const where = `${view.name} (${size}, ${look}, ${language})`;
  for (const error of [...errors, ...await seriousFindings(page), ...await overflows(page)]) faults.push(`${where}: ${error}`);
  ++seen;
};
if (hasBrowser) await withViews(chosen, {}, look);
if (hasBrowser) await withViews(chosen, { wanted: ["phone"], looks: ["light"], languages: ["el"] }, look);

// A text that nothing says.
const sources = fs.readdirSync(path.join(root, "src"), { recursive: true }).filter((file) => /\.tsx?$/.test(file) && !file.startsWith("i18n"))
  .map((file) => fs.readFileSync(path.join(root, "src", file), "utf8")).join("\n");
for (const key of english) {
  const [, group, name] = key.split(".");
  const used = name === undefined ? group : name;
  if (!new RegExp(`\\b${used}\\b`).test(sources)) faults.push(`nothing says ${key.slice(1)}`);
}

// The manual and the help of the page say the same, and the keys are those that there are.
const { help } = await catalogue("en");
const manual = fs.readFileSync(path.join(root, "../docs/page.md"), "utf8");
for (const way of help.ways) if (!manual.includes(`- ${way}\n`)) faults.push(`docs/page.md does not say: ${way}`);
for (const [key, meaning] of help.keys) {
  const row = `| ${key.split(" ").map((part) => `\`${part}\``).join(" ")} | ${meaning} |\n`;
  if (!manual.includes(row)) faults.push(`docs/page.md lacks ${row.trim()}`);
}
if (!manual.includes(help.touch.replace(/^On a phone: /, ""))) faults.push("docs/page.md lacks the swipes");
const bound = new Set([...sources.matchAll(/useKeys\(\{([\s\S]*?)\}\);/g)].flatMap(([, keys]) =>
  [...keys.matchAll(/(?:^|[{,\n])\s*(?:"([^"]+)"|(\w+)): (?:\(\)|(?!true)\w)/g)].map(([, quoted, plain]) => quoted ?? plain)));
const told = new Set(help.keys.map(([key]) => (key === "Esc" ? "Escape" : key)));
for (const key of bound) if (!told.has(key)) faults.push(`the help does not name the key ${key}`);
for (const key of told) if (!bound.has(key)) faults.push(`the help names a key that does nothing: ${key}`);

const named = names.filter((name) => flows[name]);
const { ran, faults: broken } = !hasBrowser || (names.length > 0 && named.length === 0)
  ? { ran: 0, faults: [] } : await runFlows(named);
faults.push(...broken);

for (const fault of faults) console.error(fault);
console.log(`web: ${seen} pages looked at, ${ran} flows, ${english.size} texts in two languages, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
