import { escapeHtml } from './escape-html.ts';

/** A text message, or a mail, which has a subject. */
interface ReceivedMessage {
  to: string;
  subject?: string;
  text: string;
  receivedAt: Date;
}

/** The messages that would have been sent, for /dev/inbox; in memory, never in production mode. */
export interface DevInbox {
  add(message: ReceivedMessage): void;
  /** Newest first. */
  list(): readonly ReceivedMessage[];
}

/** Keeps the newest `mostKept` messages. */
export function createDevInbox(mostKept = 100): DevInbox {
  const messages: ReceivedMessage[] = [];
  return {
    add(message) {
      messages.unshift(message);
      messages.length = Math.min(messages.length, mostKept);
    },
    list: () => messages,
  };
}

/** The messages as a page that a phone can read and that refreshes itself, without script or style. */
export function devInboxHtml(messages: readonly ReceivedMessage[]): string {
  const list = messages.map(
    ({ to, subject, text, receivedAt }) =>
      `<article><h2>${escapeHtml(to)}</h2>${subject === undefined ? '' : `<h3>${escapeHtml(subject)}</h3>`}` +
      `<p>${withLinks(escapeHtml(text)).replaceAll('\n', '<br>')}</p>` +
      `<p><time datetime="${receivedAt.toISOString()}">${receivedAt.toISOString().slice(11, 19)} UTC</time></p></article><hr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="3">
<title>Messages (${messages.length})</title>
</head>
<body>
<main>
<h1>Messages</h1>
<p>What this server would have sent as text messages and mails. This page exists only outside production mode.</p>
<hr>
${list.join('\n') || '<p>No message yet.</p>'}
</main>
</body>
</html>
`;
}

/** Makes links of addresses; the text is HTML already. */
function withLinks(text: string): string {
  return text.replaceAll(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}">${address}</a>`);
}
