// A SPARQL endpoint on loopback (SPARQL 1.1 Protocol, query via GET): npm's oxigraph
// behind Node's HTTP server. It prints its address. POST /load replaces its data, which
// are Turtle.
import http from 'node:http';
import oxigraph from 'oxigraph';

let store = new oxigraph.Store();

const body_of = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
};

const server = http.createServer(async (request, response) => {
  const answer = (status, type, body) => {
    response.writeHead(status, {'Content-Type': type});
    response.end(body);
  };
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/robots.txt') return answer(404, 'text/plain', '');
  try {
    if (request.method === 'POST') {
      const fresh = new oxigraph.Store();
      fresh.load(await body_of(request), {format: 'text/turtle'});
      store = fresh;
      return answer(204, 'text/plain', '');
    }
    const query = url.searchParams.get('query');
    const is_graph = /^\s*(CONSTRUCT|DESCRIBE)/im.test(query);
    const type = is_graph ? 'application/n-triples' : 'application/sparql-results+json';
    if (!(request.headers.accept || '').includes(type)) {
      return answer(406, 'text/plain', `no ${type} in ${request.headers.accept}`);
    }
    answer(200, type, store.query(query, {results_format: type}));
  } catch (error) {
    answer(400, 'text/plain', String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
