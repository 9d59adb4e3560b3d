/** The pages of the gateway: where guests pay, and where faults are switched. Plain HTML, without a script. */
import type { Checkout, LedgerEntry } from './accounts.ts';
import { ApiError } from './api-error.ts';
import { answerBank, type Card, cards, type Notify, pay } from './checkouts.ts';
import { type Faults, noFaults, readFaults } from './faults.ts';

interface PageCall {
  method: string;
  pathname: string;
  query: URLSearchParams;
  form: URLSearchParams;
}

interface Page {
  status: number;
  html: string;
  headers?: Record<string, string>;
}

interface Surroundings {
  /** @throws ApiError where there is none. */
  findPage(id: string): Checkout;
  faults: Faults;
  ledger: () => LedgerEntry[];
  notify: Notify;
  payOut(): void;
}

export function answerPage({ method, pathname, query, form }: PageCall, surroundings: Surroundings): Page {
  try {
    const id = /^\/pay\/(\w+)$/.exec(pathname)?.[1];
    if (id !== undefined) {
      const checkout = surroundings.findPage(id);
      return method === 'POST' ? takeForm(checkout, form, surroundings.notify) : showCheckout(checkout);
    }
    if (pathname === '/payouts' && method === 'POST') surroundings.payOut();
    if (pathname === '/payouts') return { status: 303, html: '', headers: { location: '/' } };
    if (pathname === '/faults') Object.assign(surroundings.faults, readFaults(query));
    if (pathname === '/faults' || pathname === '/') return showFaults(surroundings);
    return { status: 404, html: layout('Not found', '<p>There is no such page.</p>') };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, html: layout('Not possible', `<p role="alert">${escape(error.message)}</p>`) };
  }
}

function takeForm(checkout: Checkout, form: URLSearchParams, notify: Notify): Page {
  const bank = form.get('bank');
  const card = form.get('card') ?? '';
  const step =
    bank !== null
      ? answerBank(checkout, bank === 'yes', notify)
      : pay(checkout, Object.hasOwn(cards, card) ? (card as Card) : 'declined', notify);
  if (step === 'paid') {
    const to = checkout.session.success_url!.replace('{CHECKOUT_SESSION_ID}', checkout.session.id);
    return { status: 303, html: '', headers: { location: to } };
  }
  if (step === 'asks') return showBank();
  return showCheckout(checkout, 'Your card was declined. Choose another one.');
}

const cardNames: Record<Card, string> = {
  succeeds: 'The payment succeeds',
  declined: 'The card is declined',
  asks: 'The bank asks the guest first',
  disputes: 'The payment succeeds, and the guest disputes it once it is taken',
};

function showCheckout({ session, title }: Checkout, problem = ''): Page {
  const back = `<p><a class="back" href="${escape(session.cancel_url ?? '')}">Go back</a></p>`;
  if (session.status !== 'open') {
    const html = layout('Payment', `<p role="alert">This page has expired. Nothing can be paid here.</p>${back}`);
    return { status: 200, html };
  }
  const choices = (Object.keys(cards) as Card[]).map(
    (card, index) => `<label><input type="radio" name="card" value="${card}"${index === 0 ? ' checked' : ''}>
      <span><b>${cards[card]}</b><br>${cardNames[card]}</span></label>`,
  );
  const alert = problem === '' ? '' : `<p role="alert">${escape(problem)}</p>`;
  return {
    status: 200,
    html: layout(
      'Payment',
      `<p>${escape(title)}</p><p class="amount">${escape(shownAmount(session.amount_total!, session.currency!))}</p>${alert}
      <form method="post"><fieldset><legend>Test card</legend>${choices.join('')}</fieldset>
      <button>Pay</button></form>${back}`,
    ),
  };
}

function showBank(): Page {
  return {
    status: 200,
    html: layout(
      'Your bank asks',
      `<p>Is it you who pays?</p><form method="post"><button name="bank" value="yes">Yes, it is me</button>
      <button name="bank" value="no" class="quiet">No</button></form>`,
    ),
  };
}

/** In the gateway's units, which have other decimals than those of everyday use for some currencies. */
function shownAmount(amount: number, currency: string): string {
  const zero = [
    'bif',
    'clp',
    'djf',
    'gnf',
    'jpy',
    'kmf',
    'krw',
    'mga',
    'pyg',
    'rwf',
    'vnd',
    'vuv',
    'xaf',
    'xof',
    'xpf',
  ];
  const three = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
  const digits = zero.includes(currency) ? 0 : three.includes(currency) ? 3 : 2;
  return `${currency.toUpperCase()} ${(amount / 10 ** digits).toFixed(digits)}`;
}

function showFaults({ faults, ledger }: Surroundings): Page {
  const fields = (Object.keys(noFaults) as (keyof Faults)[]).map(
    (name) =>
      `<label class="field"><span>${name}</span><input name="${name}" inputmode="decimal" value="${faults[name]}"></label>`,
  );
  const rows = ledger()
    .toReversed()
    .slice(0, 50)
    .map(
      (row) =>
        `<tr><td>${escape(row.reference ?? '')}</td><td>${row.status}</td><td>${row.currency}</td><td>${row.authorised}</td>
        <td>${row.captured}</td><td>${row.refunded}</td><td>${row.released}</td></tr>`,
    );
  return {
    status: 200,
    html: layout(
      'Simulated payment gateway',
      `<h2>Faults</h2><p>Shares are from 0 (never) to 1 (always).</p>
      <form action="/faults">${fields.join('')}<button>Save</button></form>
      <h2>Ledger</h2><form action="/payouts" method="post"><button>Pay out what was captured</button></form>
      <div class="wide"><table><thead><tr><th>Payment<th>State<th>Currency<th>Authorised<th>Captured<th>Refunded<th>Released</tr></thead>
      <tbody>${rows.join('')}</tbody></table></div>`,
    ),
  };
}

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:0 auto;padding:1.5rem 1rem;color:#1b1b1f;background:#fff}
.note{background:#fff3cd;padding:.5rem .75rem;border-radius:.5rem}.amount{font-size:2rem;font-weight:700;margin:.25rem 0 1rem}
fieldset{border:0;padding:0;margin:0 0 1rem}legend{font-weight:600;padding:0}
label{display:flex;gap:.75rem;padding:.75rem;border:1px solid #74777f;border-radius:.5rem;margin-top:.5rem}
.field{align-items:center;justify-content:space-between}.field input{width:6rem;font:inherit}
button{font:inherit;font-weight:600;width:100%;min-height:3rem;border:0;border-radius:.5rem;background:#0b5fff;color:#fff;margin-top:.5rem}
.quiet{background:#44474e}.back{display:block;text-align:center;padding:.75rem}[role=alert]{color:#b3261e;font-weight:600}
.wide{overflow-x:auto}td,th{padding:.25rem .5rem;text-align:start;font-size:.875rem}
</style><main><p class="note">Simulated gateway: no money moves.</p><h1>${escape(title)}</h1>${content}</main></html>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
