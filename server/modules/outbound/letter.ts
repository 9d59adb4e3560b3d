import type { Language } from '#contract/base/enumerations.ts';
import { escapeHtml } from './escape-html.ts';
import type { MailMessage } from './mail.ts';

/** The content of a mail: plain sentences, and at most one link to press. */
interface Letter {
  /** One address. */
  to: string;
  /** Defaults to English. */
  language?: Language;
  subject: string;
  /** The paragraphs before the link. */
  paragraphs: readonly string[];
  link?: { label: string; address: string };
  /** The paragraphs after the link. */
  after?: readonly string[];
}

/** The letter as text and, with the same words, as HTML in the one layout of our mails. */
export function mailOf({ to, language = 'en', subject, paragraphs, link, after = [] }: Letter): MailMessage {
  const parts = [...paragraphs, ...(link === undefined ? [] : [`${link.label}:\n${link.address}`]), ...after];
  return {
    to,
    subject,
    text: `${[...parts, signature].join('\n\n')}\n`,
    html: layout({ to, language, subject, paragraphs, link, after }),
  };
}

const signature = 'Order Manager';

/** Styles are inline, because mail programs drop everything else. */
function layout({ language, subject, paragraphs, link, after = [] }: Letter): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${text.split('\n').map(escapeHtml).join('<br>')}</p>`;
  const button =
    link === undefined
      ? []
      : [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:12px 20px;` +
            `border-radius:8px;background:#2f45c5;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
          `<p style="margin:0 0 16px;font-size:14px;color:#4a5160;word-break:break-all">${escapeHtml(link.address)}</p>`,
        ];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f9;color:#14171f;font:16px/24px system-ui,-apple-system,'Segoe UI',sans-serif">
<div dir="${direction}" style="max-width:480px;margin:0 auto;padding:24px;border:1px solid #d9dde5;border-radius:12px;background:#ffffff">
${[...paragraphs.map(paragraph), ...button, ...after.map(paragraph)].join('\n')}
<p style="margin:0;font-size:14px;color:#4a5160">${signature}</p>
</div>
</body>
</html>
`;
}
