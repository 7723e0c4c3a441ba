// Builds the page into one C++ source: every file by its address, with gzip and Brotli.
//
//   node build.mjs FILE.cc
//
// Installs npm's packages when package-lock.json has changed since.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const read = (name) => fs.readFileSync(path.join(here, name), "utf8");

// What the page may load and do (Content-Security-Policy). The program and the mock send it.
export const contentPolicy = read("src/app/content_policy.txt").trim().replace(/\s*\n\s*/g, " ");

export function install() {
  const lock = read("package-lock.json");
  const installed = path.join(here, "node_modules/.package-lock.installed");
  if (fs.existsSync(installed) && fs.readFileSync(installed, "utf8") === lock) return;
  const done = spawnSync("npm", ["ci", "--silent", "--no-audit", "--no-fund", "--prefer-offline",
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
    mark: add("mark", "svg", "image/svg+xml", read("src/app/mark.svg")),
  };
  const filled = (name) => read(name).replace(/\{(\w+)\}/g, (all, each) => names[each] ?? all);
  names.manifest = add("manifest", "webmanifest", "application/manifest+json",
    filled("src/app/manifest.webmanifest"));
  files.push({ name: "/favicon.ico", type: "image/svg+xml",
    bytes: Buffer.from(read("src/app/mark.svg")) });
  files.push({ name: "/index.html", type: "text/html; charset=utf-8",
    bytes: Buffer.from(filled("src/app/index.html")) });
  return files;
}

const gzip = (bytes) => zlib.gzipSync(bytes, { level: 9 });
const brotli = (bytes) => zlib.brotliCompressSync(bytes, {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

// Octal, as a hexadecimal escape would swallow the digits after it.
const octal = Array.from({ length: 256 }, (_, byte) =>
  (byte >= 32 && byte < 127 && !/["\\?]/.test(String.fromCharCode(byte))
    ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`));
const literal = (bytes) => {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 120) {
    lines.push(`"${[...bytes.subarray(at, at + 120)].map((byte) => octal[byte]).join("")}"`);
  }
  return `{${lines.join("\n") || '""'}, ${bytes.length}}`;
};

const sourceOf = (packed) => `// Made by web/build.mjs.
#include "api/web_files.h"

#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace curlew::api {
namespace {

constexpr WebFile kWebFiles[] = {
${packed.map(({ name, type, bytes, gz, br }) =>
    `{"${name}", "${type}", ${[bytes, gz, br].map(literal).join(",\n")}},`).join("\n")}
};

}  // namespace

std::span<const WebFile> web_files() { return kWebFiles; }

std::string_view web_content_policy() { return ${literal(Buffer.from(contentPolicy))}; }

}  // namespace curlew::api
`;

async function main() {
  const [target] = process.argv.slice(2);
  if (!target) {
    console.error("usage: node build.mjs FILE.cc");
    process.exit(2);
  }
  install();
  const packed = (await bundle()).map((file) =>
    ({ ...file, gz: gzip(file.bytes), br: brotli(file.bytes) }));
  const first = packed.reduce((sum, file) => sum + file.gz.length, 0);
  console.log(`web: ${packed.length} files, ${(first / 1000).toFixed(1)} KB by gzip`);
  // The promise of the first view.
  if (first > 150_000) {
    console.error("web: the first view is larger than 150 KB");
    process.exit(1);
  }
  fs.mkdirSync(path.dirname(path.resolve(target)), { recursive: true });
  fs.writeFileSync(target, sourceOf(packed));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
