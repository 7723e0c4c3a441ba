// One JSON object a line in: {"file", "syntax": "nt"|"jsonld", "base"}; a line out for
// each: a hash of the file's canonical form (npm rdf-canonize), or "error".
const crypto = require('crypto');
const fs = require('fs');
const readline = require('readline');

async function canonical({file, syntax, base}) {
  const text = fs.readFileSync(file, 'utf8');
  const quads = syntax === 'nt'
    ? text
    : await require('jsonld').toRDF(JSON.parse(text), {base, format: 'application/n-quads'});
  const {canonize} = require('rdf-canonize');
  const form = await canonize(quads, {
    algorithm: 'RDFC-1.0', inputFormat: 'application/n-quads',
    format: 'application/n-quads', maxWorkFactor: Infinity,
  });
  return crypto.createHash('sha256').update(form).digest('hex');
}

(async () => {
  for await (const line of readline.createInterface({input: process.stdin})) {
    try {
      console.log(await canonical(JSON.parse(line)));
    } catch (error) {
      console.error(error.message.slice(0, 200));
      console.log('error');
    }
  }
})();
