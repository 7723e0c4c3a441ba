// Builds the page: hashed files with gzip and Brotli beside them.
//
//   node build.mjs FOLDER
//
// Installs npm's packages when package-lock.json has changed since.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));

function install() {
  const lock = fs.readFileSync(path.join(here, "package-lock.json"), "utf8");
  const installed = path.join(here, "node_modules/.package-lock.installed");
  if (fs.existsSync(installed) && fs.readFileSync(installed, "utf8") === lock) return;
  const done = spawnSync("npm", ["ci", "--silent", "--no-audit", "--no-fund",
    "--ignore-scripts"], { cwd: here, stdio: "inherit" });
  if (done.status !== 0) {
    console.error("web: npm does not get its packages (web/package.json). They are needed once.");
    process.exit(1);
  }
  fs.writeFileSync(installed, lock);
}

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

// Every file as { name, type, bytes }; index.html last, as it names the others.
export async function bundle({ minify = true } = {}) {
  const { build } = await import("esbuild");
  const shared = { bundle: true, minify, write: false, legalComments: "none",
    target: ["es2021", "chrome109", "firefox115", "safari16"], charset: "utf8",
    logLevel: "error" };
  const script = async (entry, format) => (await build({ ...shared, format,
    entryPoints: [path.join(here, entry)], jsx: "automatic",
    jsxImportSource: "preact" })).outputFiles[0].contents;
  const style = (await build({ ...shared,
    entryPoints: [path.join(here, "src/style/main.css")] })).outputFiles[0].contents;
  const files = [];
  const add = (stem, extension, type, bytes) => {
    const name = `/assets/${stem}-${hashOf(bytes)}.${extension}`;
    files.push({ name, type, bytes: Buffer.from(bytes) });
    return name;
  };
  const names = {
    app: add("app", "js", "text/javascript; charset=utf-8",
      await script("src/app/main.tsx", "esm")),
    look: add("look", "js", "text/javascript; charset=utf-8",
      await script("src/app/look.ts", "iife")),
    style: add("style", "css", "text/css; charset=utf-8", style),
    mark: add("mark", "svg", "image/svg+xml",
      fs.readFileSync(path.join(here, "src/app/mark.svg"))),
  };
  const html = fs.readFileSync(path.join(here, "src/app/index.html"), "utf8")
    .replace(/\{(\w+)\}/g, (_, name) => names[name]);
  files.push({ name: "/index.html", type: "text/html; charset=utf-8",
    bytes: Buffer.from(html) });
  return files;
}

const gzip = (bytes) => zlib.gzipSync(bytes, { level: 9 });
const brotli = (bytes) => zlib.brotliCompressSync(bytes, {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

async function main() {
  const [folder] = process.argv.slice(2);
  if (!folder) {
    console.error("usage: node build.mjs FOLDER");
    process.exit(2);
  }
  install();
  const files = await bundle();
  fs.rmSync(folder, { recursive: true, force: true });
  let first = 0;
  for (const { name, bytes } of files) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
    fs.writeFileSync(`${file}.gz`, gzip(bytes));
    fs.writeFileSync(`${file}.br`, brotli(bytes));
    first += gzip(bytes).length;
  }
  console.log(`web: ${files.length} files, ${(first / 1000).toFixed(1)} KB by gzip`);
  // The promise of the first view (docs: web/README.md).
  if (first > 150_000) {
    console.error("web: the first view is larger than 150 KB");
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
