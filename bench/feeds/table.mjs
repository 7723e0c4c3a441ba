// usage: table.mjs --collect GOOGLE_BENCHMARK.json   rows for the file that follows
//        table.mjs FOLDER ROWS.jsonl                 the table, as Markdown
import {readdirSync, readFileSync, statSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const names = {
  curlew_parse_feed: 'curlew parse_feed',
  raw_pugixml_and_simdjson: 'syntax only: raw pugixml and simdjson',
};

function collect(file) {
  for (const run of JSON.parse(readFileSync(file)).benchmarks) {
    const {name, bytes_per_second} = run;
    console.log(JSON.stringify({name: names[name], bytes_per_second, failed: 0}));
  }
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function summary(rows) {
  const byName = new Map();
  for (const row of rows) {
    if (!byName.has(row.name)) byName.set(row.name, []);
    byName.get(row.name).push(row);
  }
  return [...byName].map(([name, runs]) => ({
    name,
    speed: median(runs.map(run => run.bytes_per_second)) / 1e6,
    failed: runs[0].failed,
  }));
}

function table(folder, file) {
  const sizes = readdirSync(folder).map(name => statSync(path.join(folder, name)).size);
  const total = sizes.reduce((a, b) => a + b, 0);
  const rows = summary(
      readFileSync(file, 'utf8').trim().split('\n').map(line => JSON.parse(line)));
  const ours = rows.find(row => row.name === names.curlew_parse_feed);
  console.log(`# Feed parsing, ${new Date().toISOString().slice(0, 16)}Z\n`);
  console.log(`Command: \`./dev bench feeds\` (bench/feeds/run.sh). ${sizes.length} ` +
              `captured feeds, ${(total / 1e6).toFixed(1)} MB, on one core of ` +
              `${os.cpus()[0].model}. Median of the rounds.\n`);
  console.log('| parser | MB per CPU-s | files it cannot read | curlew is |');
  console.log('|---|---:|---:|---:|');
  for (const row of rows.sort((a, b) => b.speed - a.speed)) {
    const ratio = row === ours ? '' : `${(ours.speed / row.speed).toFixed(1)}×`;
    console.log(`| ${row.name} | ${row.speed.toFixed(0)} | ${row.failed} | ${ratio} |`);
  }
}

if (process.argv[2] === '--collect') {
  collect(process.argv[3]);
} else {
  table(process.argv[2], process.argv[3]);
}
