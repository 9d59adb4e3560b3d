import { type FormEvent, useState } from 'react';
import { deliveryProofs, type DeliveryProof } from '#contract/delivery/proofs.ts';
import { failureReasons } from '#contract/delivery/failure-reasons.ts';
import type { TakenOrder } from '#contract/delivery/deliveries.ts';
import type { UnsentEnd } from './unsent.ts';
import { useSpoken } from './words.ts';

interface EndProps {
  order: TakenOrder;
  onEnd: (done: UnsentEnd) => void;
}

/** The end of an order that has left: handed over with a proof, or brought back with a reason. */
export function EndForm({ order, onEnd }: EndProps) {
  const { words } = useSpoken();
  const [open, setOpen] = useState<'none' | 'handOver' | 'fail'>('none');
  const back = () => setOpen('none');
  if (open === 'handOver') return <HandOver order={order} onEnd={onEnd} onBack={back} />;
  if (open === 'fail') return <Fail order={order} onEnd={onEnd} onBack={back} />;
  return (
    <div className="buttons">
      <button type="button" className="primary" onClick={() => setOpen('handOver')}>
        {words.handedOver}
      </button>
      <button type="button" className="secondary" onClick={() => setOpen('fail')}>
        {words.couldNot}
      </button>
    </div>
  );
}

function HandOver({ order, onEnd, onBack }: EndProps & { onBack: () => void }) {
  const { words } = useSpoken();
  const proofs = deliveryProofs.filter((one) => one !== 'code' || order.isCodeOpen);
  const [chosen, setProof] = useState<DeliveryProof>(order.isCodeOpen ? 'code' : 'name');
  // The code closes after some wrong tries, also under an open form.
  const proof = proofs.includes(chosen) ? chosen : 'name';
  const [text, setText] = useState('');
  const [photo, setPhoto] = useState<File | null>(null);
  const isReady = proof === 'photo' ? photo !== null : text.trim() !== '';

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const proofFields = proof === 'photo' ? { photo: photo! } : { [proof]: text.trim() };
    onEnd({ kind: 'handOver', orderId: order._id, ...proofFields });
  }

  return (
    <form className="stack" onSubmit={confirm}>
      <fieldset className="choices">
        <legend>{words.proof}</legend>
        {proofs.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`proof-${order._id}`}
              checked={proof === one}
              onChange={() => {
                setProof(one);
                setText('');
              }}
            />
            <span>{words.proofs[one]}</span>
          </label>
        ))}
      </fieldset>
      {proof === 'photo' ? (
        <label className="field">
          <span>{photo === null ? words.photoLabel : words.photoChosen}</span>
          <input
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            onChange={(event) => setPhoto(event.target.files?.[0] ?? null)}
          />
        </label>
      ) : (
        <label className="field">
          <span>{proof === 'code' ? words.guestCode : words.nameLabel}</span>
          <input
            key={proof}
            value={text}
            onChange={(event) => setText(event.target.value)}
            inputMode={proof === 'code' ? 'numeric' : 'text'}
            maxLength={proof === 'code' ? 4 : 100}
            autoComplete="off"
          />
        </label>
      )}
      <div className="buttons">
        <button type="submit" className="primary" disabled={!isReady}>
          {words.confirm}
        </button>
        <button type="button" className="secondary" onClick={onBack}>
          {words.back}
        </button>
      </div>
    </form>
  );
}

function Fail({ order, onEnd, onBack }: EndProps & { onBack: () => void }) {
  const { words } = useSpoken();
  const [reason, setReason] = useState<string>(failureReasons[0]);
  const [own, setOwn] = useState('');
  const reasonText = reason === 'other' ? own.trim() : reason;

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (reasonText !== '') onEnd({ kind: 'fail', orderId: order._id, reason: reasonText });
  }

  return (
    <form className="stack" onSubmit={confirm}>
      <fieldset className="choices column">
        <legend>{words.why}</legend>
        {[...failureReasons, 'other' as const].map((one) => (
          <label key={one}>
            <input type="radio" name={`reason-${order._id}`} checked={reason === one} onChange={() => setReason(one)} />
            <span>{one === 'other' ? words.otherReason : words.reasons[one]}</span>
          </label>
        ))}
      </fieldset>
      {reason === 'other' && (
        <label className="field">
          <span>{words.otherReason}</span>
          <input value={own} onChange={(event) => setOwn(event.target.value)} maxLength={200} />
        </label>
      )}
      <div className="buttons">
        <button type="submit" className="primary" disabled={reasonText === ''}>
          {words.bringBack}
        </button>
        <button type="button" className="secondary" onClick={onBack}>
          {words.back}
        </button>
      </div>
    </form>
  );
}
