/**
 * The limit of a page: a `node:http` that sends one answer of the product, headers and bytes, and looks at no request. Started
 * by the benchmarks with `{ origin, path, headers, port }` as JSON in its argument.
 */
import { createServer, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface BarePagesOptions {
  origin: string;
  path: string;
  headers: Record<string, string>;
  port: number;
}

const ofConnection = new Set(['connection', 'date', 'keep-alive']);

function serve({ origin, path, headers, port }: BarePagesOptions): void {
  request(origin + path, { headers }, (answer) => {
    void buffer(answer).then((body) => {
      const sent = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name));
      const head = Object.fromEntries(sent) as Record<string, string>;
      createServer((asked, response) => {
        if (asked.url === '/readyz') response.end();
        else response.writeHead(answer.statusCode!, head).end(answer.statusCode === 304 ? undefined : body);
      }).listen(port, '127.0.0.1');
    });
  }).end();
}

serve(JSON.parse(process.argv[2]!) as BarePagesOptions);
