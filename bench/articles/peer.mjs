// usage: peer.mjs PEER FOLDER PASSES OUT.jsonl
// Reads every *.html of the folder that often with one npm extractor, writes what it
// found in the first pass, and prints {"version","pages","seconds":[a pass]}:
// processor time from bytes to the extractor's result, garbage collection included.
// Turning a result of HTML into text is not counted.
import {createRequire} from 'node:module';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const require = createRequire(path.join(process.cwd(), 'package.json'));
const [name, folder, passes, out] = process.argv.slice(2);
const load = module => import(require.resolve(module));

// As a browser would, as far as the beginning of the page tells.
function decode(bytes) {
  const head = bytes.subarray(0, 2048).toString('latin1');
  const named = /<meta[^>]+charset=["']?([\w-]+)/i.exec(head);
  try {
    return new TextDecoder(named ? named[1] : 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const makers = {
  '@mozilla/readability': async () => {
    const {parseHTML} = await load('linkedom');
    const {Readability, isProbablyReaderable} = require('@mozilla/readability');
    return text => {
      const {document} = parseHTML(text);
      const hub = !isProbablyReaderable(document);
      const found = new Readability(document).parse();
      return {html: found?.content, title: found?.title, hub};
    };
  },
  'defuddle': async () => {
    const {parseHTML} = await load('linkedom');
    const {Defuddle} = await import(
        path.join(process.cwd(), 'node_modules/defuddle/dist/node.js'));
    return async text => {
      const {document} = parseHTML(text);
      const found = await Defuddle(document, 'https://example.org/');
      return {html: found.content, title: found.title};
    };
  },
  '@extractus/article-extractor': async () => {
    const {extractFromHtml} = await load('@extractus/article-extractor');
    return async text => {
      const found = await extractFromHtml(text, 'https://example.org/');
      return {html: found?.content, title: found?.title};
    };
  },
  'unfluff': async () => {
    const unfluff = require('unfluff');
    return text => {
      const found = unfluff(text);
      return {text: found.text, title: found.title};
    };
  },
};

const blocks = new Set(
    ('ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE ' +
     'FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE ' +
     'TBODY TD TFOOT TH THEAD TR UL').split(' '));

async function makeTextOf() {
  const {parseHTML} = await load('linkedom');
  return html => {
    const parts = [];
    const walk = node => {
      if (node.nodeType === 3) parts.push(node.data);
      if (node.nodeType !== 1 || /^(SCRIPT|STYLE)$/.test(node.tagName)) return;
      const isBlock = blocks.has(node.tagName);
      if (isBlock) parts.push('\n');
      for (const child of node.childNodes) walk(child);
      if (isBlock) parts.push('\n');
    };
    walk(parseHTML(`<html><body>${html}</body></html>`).document.body);
    return parts.join('');
  };
}

function versionOf(module) {
  const file = path.join(process.cwd(), 'node_modules', module, 'package.json');
  return JSON.parse(readFileSync(file)).version;
}

// Extractors talk; standard output is for the figures.
for (const level of ['log', 'warn', 'error', 'debug', 'info']) console[level] = () => {};

const extract = await makers[name]();
const textOf = await makeTextOf();
const files = readdirSync(folder).filter(file => file.endsWith('.html')).sort();

async function readAll(use) {
  let used = 0;
  for (const file of files) {
    const bytes = readFileSync(path.join(folder, file));
    const start = process.cpuUsage();
    let found = {};
    try {
      found = await extract(decode(bytes));
    } catch {
      // The page counts as read, without anything found.
    }
    const {user, system} = process.cpuUsage(start);
    used += (user + system) / 1e6;
    use(path.basename(file, '.html'), found);
  }
  return used;
}

const rows = [];
const seconds = [];
for (let pass = 0; pass < Number(passes); ++pass) {
  const used = await readAll((id, {html, text, title, hub}) => {
    if (pass > 0) return;
    const articleBody = html ? textOf(html) : text ?? '';
    rows.push(JSON.stringify({id, title, articleBody, hub}));
  });
  seconds.push(used);
}
writeFileSync(out, rows.join('\n') + '\n');
process.stdout.write(
    JSON.stringify({version: versionOf(name), pages: files.length, seconds}) + '\n');
