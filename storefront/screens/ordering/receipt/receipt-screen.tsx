// A table drawn as blocks stays a table to a screen reader by its roles alone: some browsers drop those of the tags with the layout.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { useEffect, useState } from 'react';
import type { OrderId } from '#contract/base/ids.ts';
import { foodsOfLine } from '#contract/menu/allergens.ts';
import { countOptions } from '#contract/ordering/count-options.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import type { Receipt } from '#contract/ordering/receipt.ts';
import { sumPrices } from '#contract/ordering/sum-prices.ts';
import controls from '../../../components/controls.module.css';
import { MenuText } from '../../../components/menu-text.tsx';
import { FailedNotice, LogInNotice } from '../../../components/notices.tsx';
import { Page } from '../../../components/page.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { momentText } from '../../../language/dates.ts';
import { spokenText } from '../../../language/in-language.ts';
import { optionTexts } from '../../../language/option-texts.ts';
import { foodsText } from '../../../language/foods-text.ts';
import { withPlus } from '../../../language/with-plus.ts';
import { useParam } from '../../../routing/router.tsx';
import { useSession, useSite } from '../../../site.tsx';
import { outletOfOrder } from '../order/names-of-order.ts';
import { paymentText } from '../../payments/payment-text.ts';
import { OrderTotals } from '../order/order-totals.tsx';
import { ReceiptAtTable } from './receipt-at-table.tsx';
import { ReceiptRefunds } from './receipt-refunds.tsx';
import { unbroken } from '../../../words/unbroken.ts';
import styles from './receipt-screen.module.css';

/** `/order/{orderId}/receipt`: what was bought, from whom, with which tax; to be kept and printed (CP-12). */
export function ReceiptScreen() {
  const { words, paths } = useSite();
  const session = useSession();
  const orderId = useParam('orderId') as OrderId;
  const [tries, setTries] = useState(0);
  return (
    <Page title={words.receipt} backTo={paths.myOrders()}>
      {session === null ? (
        <LogInNotice />
      ) : (
        <Loaded key={`${orderId} ${tries}`} orderId={orderId} onRetry={() => setTries(tries + 1)} />
      )}
    </Page>
  );
}

function Loaded({ orderId, onRetry }: { orderId: OrderId; onRetry: () => void }) {
  const { words, call } = useSite();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    call('GET /order/get-receipt/:id', { params: { id: orderId }, signal: stop.signal }).then(
      (answer) => setReceipt(answer.receipt),
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(words.failure(error, 'order'));
      },
    );
    return () => stop.abort();
  }, [call, orderId, words]);

  if (failure !== null) {
    return <FailedNotice failure={failure} onRetry={onRetry} />;
  }
  return receipt === null ? <Skeleton /> : <Sheet receipt={receipt} />;
}

function Sheet({ receipt }: { receipt: Receipt }) {
  const { order, supplier, isTaxInvoice } = receipt;
  const { menu, words, price, language, restaurantName } = useSite();
  const issued = momentText(order.createdAt, order.outlet.timeZone, language);
  const outlet = outletOfOrder(menu, order, language);
  const isCancelled = order.status === 'Cancelled';
  return (
    <article className={styles.receipt} aria-labelledby="receipt-title">
      <header className={styles.head}>
        <h2 id="receipt-title" className={styles.title}>
          {isTaxInvoice ? words.taxInvoice : words.receipt}
        </h2>
        <p className={styles.supplier}>
          <bdi>{restaurantName}</bdi>
        </p>
        {supplier === null || supplier.legalName === '' || supplier.legalName === restaurantName ? null : (
          <p>
            <bdi>{supplier.legalName}</bdi>
          </p>
        )}
        {supplier === null || supplier.address === '' ? null : (
          <p>
            <bdi>{supplier.address}</bdi>
          </p>
        )}
        {supplier === null || supplier.taxNumber === '' ? null : (
          <p>
            {words.taxNumber} <bdi>{supplier.taxNumber}</bdi>
          </p>
        )}
      </header>
      {isCancelled ? <p className={styles.cancelled}>{words.cancelledReceipt}</p> : null}
      <dl className={styles.facts}>
        <Fact name={words.orderNo} value={`#${unbroken(order.orderName)}`} />
        <Fact name={words.issuedOn} value={issued} />
        <Fact name={words.outlet} value={outlet} />
        <Fact name={words.payment} value={paymentText(order, words)} />
      </dl>
      <table role="table" className={styles.lines}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {words.quantityShort}
            </th>
            <th role="columnheader" scope="col">
              {words.dish}
            </th>
            <th role="columnheader" scope="col">
              {words.unitPrice}
            </th>
            <th role="columnheader" scope="col">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {order.cart.map((line) => (
            <tr key={line.lineNumber} role="row">
              <td role="cell">{line.quantity}</td>
              <td role="cell">
                <MenuText of={spokenText(menu, line.name, line.nameTranslations, language)} />
                {line.quantity === 1 ? null : (
                  <span className={styles.each}>
                    {line.quantity} × {price(line.price)}
                  </span>
                )}
                <OptionsOf line={line} price={price} />
                <FoodsOf line={line} />
              </td>
              <td role="cell">{price(line.price)}</td>
              <td role="cell">{price(line.totalPrice)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <OrderTotals order={order} />
      <ReceiptAtTable receipt={receipt} />
      <ReceiptRefunds receipt={receipt} />
      <p className={styles.aside}>{words.amountsIn(menu.currency)}</p>
      <button type="button" className={`${controls.secondary} ${styles.print}`} onClick={() => print()}>
        {words.print}
      </button>
    </article>
  );
}

function OptionsOf({ line, price }: { line: OrderLine; price: (major: number) => string }) {
  const { menu, language } = useSite();
  const names = optionTexts(menu, line.options, language);
  return countOptions(line.options).map(({ option, all }, index) => {
    const charged = sumPrices(
      all.map((one) => one.price),
      menu.currency,
    );
    return (
      <span key={`${option.modifierListId} ${option._id}`} className={styles.option} data-depth={option.depth}>
        <MenuText of={names[index]!} />
        {charged === 0 ? null : ` ${withPlus(price(charged), language)}`}
      </span>
    );
  });
}

/** Allergens and diets, for whoever eats it. */
function FoodsOf({ line }: { line: OrderLine }) {
  const { words } = useSite();
  const foods = foodsText(foodsOfLine(line), words);
  return foods === '' ? null : <span className={styles.option}>{foods}</span>;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
