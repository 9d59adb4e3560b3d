import type { Transporter } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { inCallSpan } from '#server/tracing.ts';
import type { DevInbox } from './dev-inbox.ts';
import { JobFailed } from './jobs/job.ts';

export interface MailMessage {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Equal for each try of a mail, so that mail programs show a repetition once. */
  key?: string;
}

/** Sends mails; the outbox alone calls it. Sending may take seconds, so no answer waits for it. */
export interface Mail {
  /** @throws MailNotSent when the mail was not accepted. */
  send(message: MailMessage): Promise<void>;
}

export class MailNotSent extends JobFailed {
  override readonly name = 'MailNotSent';
}

/**
 * The mail server of the configuration; without one the inbox of `/dev/inbox`, and in production mode nothing (R18).
 */
export function openMail(config: Pick<Config, 'mail' | 'mode'>, inbox: DevInbox, clock: () => Date, log: Log): Mail {
  const { smtpUrl, from } = config.mail;
  const isProduction = config.mode === 'production';
  if (smtpUrl !== undefined) return smtpMail({ url: smtpUrl, from, requireTLS: isProduction }, log);
  if (!isProduction) return inboxMail(inbox, clock, (line) => process.stdout.write(`${line}\n`));
  log.warn({}, 'Mail is not configured: SMTP_URL is not set, so nobody can recover a password or open a restaurant');
  return noMail(log);
}

/** Keeps mails for /dev/inbox, to try the product without a mail server. Secrets are not printed. */
export function inboxMail(inbox: DevInbox, clock: () => Date, print: (line: string) => void): Mail {
  return {
    async send({ to, subject, text }) {
      inbox.add({ to, subject, text, receivedAt: clock() });
      print(`Mail to ${to}: ${subject} (read it at /dev/inbox)`);
    },
  };
}

function noMail(log: Log): Mail {
  return {
    async send() {
      log.warn({}, 'A mail was not sent: mail is not configured, SMTP_URL is not set');
      throw new MailNotSent('Mail is not configured', 'not_accepted');
    },
  };
}

/** Milliseconds to wait for a connection to the mail server, and for its greeting. */
const connectMs = 5_000;
/**
 * The time for each answer, in times of that for connecting: a minute. A server that looks through a mail answers its end late, and
 * has it: who goes away before sends it twice (RFC 5321 wants ten minutes here).
 */
const answerTimes = 12;

interface MailServer {
  /**
   * smtp:// or smtps://, with the options that nodemailer reads from its query: `?requireTLS=false` for a relay on a
   * private line.
   */
  url: string;
  from: string;
  /**
   * Whether a server without encryption is refused, unless its address says otherwise: mails carry links that sign in.
   */
  requireTLS: boolean;
  /** Milliseconds to wait for a connection; for tests. */
  patience?: number;
}

/**
 * Hands each mail to a mail server, at once a second time where that may help. A mail that the server refuses for good is lost; where it
 * refuses the sender, all mails wait until somebody has put that right.
 */
export function smtpMail({ url, from, requireTLS, patience = connectMs }: MailServer, log: Log): Mail {
  const settings = {
    url,
    requireTLS,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience * answerTimes,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Transporter | null = null;

  async function tryToSend({ to, subject, text, html, key }: MailMessage): Promise<'sent' | Failure> {
    try {
      const mail = {
        from,
        to: { name: '', address: withoutLineBreaks(to) },
        subject: withoutLineBreaks(subject),
        text,
        html,
        ...(key !== undefined && { messageId: `<${withoutLineBreaks(key)}@order-manager>` }),
      };
      // nodemailer takes 5 MB, which a server that sends no mail spares.
      const { createTransport } = await import('nodemailer');
      const open = (transport ??= createTransport(settings));
      await inCallSpan('SMTP', () => open.sendMail(mail));
      return 'sent';
    } catch (error) {
      log.warn({ err: withoutAddress(error, to) }, 'The mail server did not accept a mail');
      return failureOf(error);
    }
  }

  return {
    async send(message) {
      let outcome = await tryToSend(message);
      if (outcome === 'failed') outcome = await tryToSend(message);
      if (outcome === 'sent') return;
      throw new MailNotSent(
        'The mail server did not accept the mail',
        outcome === 'refused' ? 'refused' : 'not_accepted',
      );
    },
  };
}

/** A line break would start another header (R73). */
function withoutLineBreaks(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
}

/**
 * `refused`: the mail would be refused again. `turned_away`: each mail would be, for now. `failed`: the next moment may be a better one.
 * `unanswered`: the server may have the mail.
 */
type Failure = 'refused' | 'turned_away' | 'failed' | 'unanswered';

/** Enhanced codes about the sender, the login or relaying: Postfix gives them with the first recipient. */
const aboutSender = /^530|\b5\.(1\.[78]|7\.\d+)\b/;

/** SMTP's 5xx is about the mail where it answers its recipient or its text; elsewhere about the login, the sender or the server. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return 'failed';
  if (!('responseCode' in error)) return isUnanswered(error) ? 'unanswered' : 'failed';
  const { responseCode: code } = error;
  // 503 is about the sequence of the commands, which another connection begins anew.
  if (typeof code !== 'number' || code < 500 || code === 503) return 'failed';
  const { command, response } = error as { command?: unknown; response?: unknown };
  const isOfRecipient = command === 'RCPT TO' && !(typeof response === 'string' && aboutSender.test(response));
  return isOfRecipient || command === 'DATA' ? 'refused' : 'turned_away';
}

/** Whether a connection ended without a word, as nodemailer tells it: it does not say how far the mail was. */
function isUnanswered(error: Error): boolean {
  const { code, originalCode, timeoutType } = error as {
    code?: unknown;
    originalCode?: unknown;
    timeoutType?: unknown;
  };
  const isBroken = code === 'ECONNECTION' || originalCode === 'ECONNRESET' || originalCode === 'EPIPE';
  return isBroken || timeoutType === 'SOCKET_TIMEOUT';
}

/** Mail servers repeat the addresses they refuse, which no log may hold (R84). */
function withoutAddress(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error;
  // The domain comes back in small letters, and one of other scripts in its ASCII form.
  const told = new Error(error.message.replaceAll(address, '[hidden]').replaceAll(/[^\s<>]+@[^\s<>]+/g, '[hidden]'));
  return 'code' in error ? Object.assign(told, { code: error.code }) : told;
}
