import { type FormEvent, useId, useState } from 'react';
import { limits } from '#contract/base/limits.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { problemKinds, problemWishes } from '#contract/ordering/problem-facts.ts';
import controls from '../../../components/controls.module.css';
import { Sheet } from '../../../components/sheet.tsx';
import { useToast } from '../../../components/toast.tsx';
import { closeSheet } from '../../../routing/navigation.ts';
import { useSite } from '../../../site.tsx';
import { ReportedLines } from './reported-lines.tsx';
import styles from './report-sheet.module.css';
import { shrinkPhoto } from './shrink-photo.ts';
import { useReportDraft } from './use-report-draft.ts';

/** The form in which a guest says what was wrong with an order. It is kept until it is sent, but for the photo. */
export function ReportSheet({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const { words, call } = useSite();
  const toast = useToast();
  const text = words.problem;
  const [report, change, forget] = useReportDraft(order);
  const [photo, setPhoto] = useState<File | null>(null);
  const [removesPhoto, setRemovesPhoto] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const formId = useId();
  const hasKeptPhoto = order.problem?.hasPhoto === true && !removesPhoto;
  // A guest without a number would not be known again.
  const wishes = problemWishes.filter((wish) => wish !== 'voucher' || order.phoneNo !== '');

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    const { kind, wish, note, lines } = report;
    if (kind === null) return setFailure(text.chooseKind);
    setIsSending(true);
    setFailure(null);
    try {
      const form = { orderId: order._id, kind, wish, note: note.trim(), lines, removesPhoto };
      const files = photo === null ? {} : { files: { photo: await shrinkPhoto(photo) } };
      const answer = await call('POST /order/report-problem', { form, ...files });
      forget();
      closeSheet();
      onOrder(answer.order);
      toast({ text: text.sent, tone: 'note' });
    } catch (error) {
      setFailure(words.failure(error, 'order'));
    }
    setIsSending(false);
  }

  return (
    <Sheet
      name="problem"
      title={text.title}
      footer={
        <>
          {failure === null ? null : (
            <p role="alert" className={`${controls.error} ${styles.failure}`}>
              {failure}
            </p>
          )}
          <button
            type="submit"
            form={formId}
            className={`${controls.primary} ${controls.wide} ${isSending ? controls.busy : ''}`}
            aria-busy={isSending}
          >
            {text.send}
          </button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void send(event)}>
        <fieldset className={styles.group}>
          <legend className={controls.label}>{text.what}</legend>
          {problemKinds.map((kind) => (
            <label key={kind} className={styles.choice}>
              <input
                type="radio"
                name="kind"
                checked={report.kind === kind}
                onChange={() => {
                  setFailure(null);
                  change({ kind });
                }}
              />
              {text.kinds[kind]}
            </label>
          ))}
        </fieldset>
        <ReportedLines order={order} lines={report.lines} onChange={(lines) => change({ lines })} />
        <label className={controls.field}>
          <span className={controls.label}>
            {text.more} <span className={controls.optional}>{words.optional}</span>
          </span>
          <textarea
            className={controls.input}
            maxLength={limits.problemNote}
            value={report.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </label>
        <label className={controls.field}>
          <span className={controls.label}>
            {text.photo} <span className={controls.optional}>{words.optional}</span>
          </span>
          <input
            type="file"
            accept="image/jpeg,image/png"
            className={styles.file}
            onChange={(event) => setPhoto(event.target.files?.[0] ?? null)}
          />
        </label>
        {hasKeptPhoto && photo === null ? (
          <p className={styles.kept}>
            {text.photoKept}
            <button type="button" className={controls.text} onClick={() => setRemovesPhoto(true)}>
              {text.removePhoto}
            </button>
          </p>
        ) : null}
        <fieldset className={styles.group}>
          <legend className={controls.label}>{text.wish}</legend>
          {wishes.map((wish) => (
            <label key={wish} className={styles.choice}>
              <input type="radio" name="wish" checked={report.wish === wish} onChange={() => change({ wish })} />
              {text.wishes[wish]}
            </label>
          ))}
        </fieldset>
      </form>
    </Sheet>
  );
}
