import type { ErrorCode } from '#contract/base/errors.ts';
import type { DeliveryProof } from '#contract/delivery/proofs.ts';
import type { FailureReasonWords } from '#contract/delivery/failure-reasons.ts';

export type DeliveryErrorCode = Extract<ErrorCode, `delivery.${string}`>;

/** The words of the page of a driver. */
export interface DriverWords {
  title: string;
  /** The other language, by its own name. */
  language: string;
  signOut: string;
  loading: string;
  noLink: string;
  codeLabel: string;
  codeHint: string;
  open: string;
  offline: string;
  toSend: (count: number) => string;
  withYou: string;
  nothingWithYou: string;
  waiting: string;
  nothingWaits: string;
  take: string;
  takeOrder: (name: string) => string;
  giveBack: string;
  /** On the buttons that move a stop up or down the list. */
  earlier: string;
  later: string;
  moveUp: (name: string) => string;
  moveDown: (name: string) => string;
  moved: (name: string, place: number, of: number) => string;
  sortByDistance: string;
  leave: (count: number) => string;
  leaveHint: string;
  inKitchen: string;
  ready: string;
  onTheWay: string;
  readyAt: (time: string) => string;
  cancelled: string;
  gotIt: string;
  cameBack: (reason: string) => string;
  cash: (amount: string) => string;
  card: (amount: string) => string;
  paid: string;
  kilometres: (km: string) => string;
  floor: string;
  navigate: string;
  call: string;
  items: (count: number) => string;
  handedOver: string;
  couldNot: string;
  proof: string;
  proofs: Readonly<Record<DeliveryProof, string>>;
  guestCode: string;
  nameLabel: string;
  photoLabel: string;
  photoChosen: string;
  confirm: string;
  back: string;
  why: string;
  reasons: FailureReasonWords;
  otherReason: string;
  bringBack: string;
  cashTitle: string;
  cashToHandIn: (amount: string) => string;
  cashWithChange: (amount: string) => string;
  change: string;
  counted: string;
  /** How an amount is typed. */
  amountHint: (example: string) => string;
  amountWrong: (example: string) => string;
  startShift: string;
  endShift: string;
  shiftEnded: (amount: string, difference: string) => string;
  exact: string;
  tooMuch: (amount: string) => string;
  tooLittle: (amount: string) => string;
  waitsToBeSent: string;
  photoWaits: string;
  failed: string;
  /** `{words}` are filled from the details of the answer. */
  errors: Readonly<Record<DeliveryErrorCode, string>>;
}
