// usage: peer.mjs PARSER FOLDER SECONDS
// Parses all files of the folder again and again for that long with one npm parser and
// prints {"name","bytes_per_second","files","failed"}: bytes of all files by processor
// time, garbage collection included.
import {createRequire} from 'node:module';
import {readdirSync, readFileSync} from 'node:fs';
import {Readable} from 'node:stream';
import path from 'node:path';

const require = createRequire(import.meta.url);
const [name, folder, seconds] = process.argv.slice(2);

const makers = {
  // Its fields are computed when they are asked for, here never.
  '@rowanmanning/feed-parser': () => {
    const {parseFeed} = require('@rowanmanning/feed-parser');
    return async text => parseFeed(text);
  },
  // The same with the fields computed, as the others do without being asked.
  '@rowanmanning/feed-parser with fields': () => {
    const {parseFeed} = require('@rowanmanning/feed-parser');
    return async text => parseFeed(text).toJSON();
  },
  'rss-parser': () => {
    const Parser = require('rss-parser');
    return text => new Parser().parseString(text);
  },
  'feedparser': () => {
    const FeedParser = require('feedparser');
    return text => new Promise((resolve, reject) => {
      const items = [];
      const parser = new FeedParser({addmeta: false});
      parser.on('error', reject);
      parser.on('readable', () => {
        for (let item; (item = parser.read());) items.push(item);
      });
      parser.on('end', () => resolve(items));
      Readable.from([Buffer.from(text)]).pipe(parser);
    });
  },
};

const parse = makers[name]();
const texts = readdirSync(folder).map(
    file => readFileSync(path.join(folder, file), 'utf8'));
const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

async function parseAll() {
  let failed = 0;
  for (const text of texts) {
    try {
      await parse(text);
    } catch {
      failed += 1;
    }
  }
  return failed;
}

for (let i = 0; i < 3; ++i) await parseAll();  // The compiler has seen it then.
const start = process.cpuUsage();
let rounds = 0;
let failed = 0;
let used = 0;
while (used < Number(seconds)) {
  failed = await parseAll();
  rounds += 1;
  const {user, system} = process.cpuUsage(start);
  used = (user + system) / 1e6;
}
console.log(JSON.stringify({
  name: `npm ${name}`,
  bytes_per_second: bytes * rounds / used,
  files: texts.length,
  failed,
}));
