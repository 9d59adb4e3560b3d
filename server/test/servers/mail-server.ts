import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A mail as received. */
interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as sent. */
  data: string;
}

export interface TestMailServer {
  url: string;
  received: ReceivedMail[];
  /** Number of connections so far. */
  connections: () => number;
  close: () => void;
}

/**
 * A mail server for one test. It answers the recipient with these lines in turn, then accepts ('250 ok'); `silence`
 * answers nothing from then on. It has no encryption.
 */
export async function startMailServer(...answers: string[]): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    sockets.add(socket.setEncoding('utf8').on('error', () => undefined));
    let mail: ReceivedMail = { from: '', to: [], data: '' };
    let buffer = '';
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      const [, address = ''] = /<(.*?)>/.exec(line) ?? [];
      if (/^(EHLO|HELO)/.test(line)) return say('250 mail.test');
      if (line.startsWith('MAIL')) mail = { from: address, to: [], data: '' };
      if (line.startsWith('RCPT')) {
        const answer = answers.shift() ?? '250 ok';
        if (answer === 'silence') return;
        if (answer.startsWith('250')) mail.to.push(address);
        return say(answer);
      }
      if (line === 'DATA') {
        isData = true;
        return say('354 go on');
      }
      if (line === 'QUIT') return socket.end('221 bye\r\n');
      return say('250 ok');
    };
    socket.on('data', (chunk: string) => {
      buffer += chunk;
      for (let end = buffer.indexOf('\r\n'); end !== -1; end = buffer.indexOf('\r\n')) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (!isData) hear(line);
        else if (line !== '.') mail.data += `${line}\r\n`;
        else {
          isData = false;
          received.push(mail);
          say('250 queued');
        }
      }
    });
    say('220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
