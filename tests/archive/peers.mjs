// What npm's warcio makes of WARC files.
//   node peers.mjs read FILE    a JSON object a record: does it say what warcio computes?
//   node peers.mjs write FILE   a WARC file of warcio's own
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { WARCParser, WARCRecord, WARCSerializer } from "warcio";

// Each record's block and payload as warcio delivers them, hashed by Node, and the digests
// that warcio itself computes when it writes the record again.
async function read(file) {
  const own = new Map();
  const options = { keepHeadersCase: true };
  for await (const record of new WARCParser(createReadStream(file), options)) {
    const stated = [record.warcBlockDigest, record.warcPayloadDigest];
    const id = record.warcHeader("WARC-Record-ID");
    await new WARCSerializer(record, { gzip: true }).digestRecord({ recompute: true });
    own.set(id, { stated, computed: [record.warcBlockDigest, record.warcPayloadDigest] });
  }
  const whole = { keepHeadersCase: true, parseHttp: false };
  for await (const record of new WARCParser(createReadStream(file), whole)) {
    const hash = createHash("sha256");
    for await (const chunk of record.reader) hash.update(chunk);
    const { stated, computed } = own.get(record.warcHeader("WARC-Record-ID"));
    const block = "sha256:" + hash.digest("hex");
    console.log(JSON.stringify({
      type: record.warcType, target: record.warcTargetURI, date: record.warcDate,
      block: stated[0] === block,
      // warcio leaves warcinfo's alone, and a revisit's payload is elsewhere.
      own: record.warcType === "warcinfo" || stated[0] === computed[0],
      payload: stated[1] === undefined || stated[1] === computed[1],
    }));
  }
}

async function write(file) {
  const out = createWriteStream(file);
  const date = "2026-11-17T16:18:33.123Z";
  const url = "http://example.org/";
  async function* body() {
    yield new TextEncoder().encode("some <b>text</b>\n".repeat(500));
  }
  const base = { url, date, warcVersion: "WARC/1.1" };
  const response = WARCRecord.create({
    ...base, type: "response", statusline: "HTTP/1.1 200 OK",
    httpHeaders: { "Content-Type": "text/html" },
  }, body());
  const records = [
    WARCRecord.createWARCInfo({ filename: "x.warc.gz", warcVersion: "WARC/1.1" },
                              { software: "warcio" }),
    response,
    WARCRecord.create({ ...base, type: "request", statusline: "GET / HTTP/1.1",
                        httpHeaders: { Host: "example.org" } }),
    WARCRecord.create({ ...base, type: "resource",
                        warcHeaders: { "Content-Type": "text/plain" } }, body()),
    WARCRecord.create({ ...base, type: "revisit", statusline: "HTTP/1.1 200 OK",
                        httpHeaders: {}, refersToUrl: url, refersToDate: date }),
  ];
  for (const record of records) {
    out.write(await WARCSerializer.serialize(record, { gzip: true }));
  }
  await new Promise((resolve) => out.end(resolve));
}

await (process.argv[2] === "write" ? write : read)(process.argv[3]);
