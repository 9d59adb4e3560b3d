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
  /**
   * Answers in the place of the usual ones: to commands by their first word, to a connection by `connect`, to a mail's text by `.`. A text
   * that is answered 'later', after 450 ms, or with 'close', which ends the connection without a word, was received.
   */
  replies: Map<string, string>;
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
  const replies = new Map<string, string>();
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
      const reply = replies.get(line.split(' ', 1)[0]!);
      if (reply !== undefined) return say(reply);
      if (line.startsWith('EHLO') && replies.has('AUTH')) return say('250-mail.test\r\n250 AUTH PLAIN');
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
          const reply = replies.get('.') ?? '250 queued';
          if (/^(250|later|close)/.test(reply)) received.push(mail);
          if (reply === 'later') setTimeout(say, 450, '250 queued');
          else if (reply === 'close') socket.destroy();
          else say(reply);
        }
      }
    });
    say(replies.get('connect') ?? '220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    replies,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
