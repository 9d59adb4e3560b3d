/**
 * Which record a page without an id in its path is about (core-setup 2): the one that `?id=` names, else the one that was
 * opened last, kept in local storage (decision 26).
 */
import { useSearchParams } from 'react-router';
import {
  type DeliveryAreaId,
  isId,
  type ItemId,
  type MenuId,
  type ModifierListId,
  type OutletId,
  type PrinterId,
} from '#contract/base/ids.ts';

export interface OpenIds {
  menu: MenuId;
  modifierList: ModifierListId;
  item: ItemId;
  outlet: OutletId;
  deliveryArea: DeliveryAreaId;
  printer: PrinterId;
}
export type RecordKind = keyof OpenIds;

const keys: Readonly<Record<RecordKind, string>> = {
  menu: 'defaultMenuId',
  modifierList: 'modifierListId',
  item: 'itemId',
  outlet: 'outletId',
  deliveryArea: 'deliveryAreaId',
  printer: 'printerId',
};

/** Notes that a record is open, for pages and links that do not name it. */
export function openRecord<Kind extends RecordKind>(kind: Kind, id: OpenIds[Kind]): void {
  localStorage.setItem(keys[kind], id);
}

export function closeRecord(kind: RecordKind): void {
  localStorage.removeItem(keys[kind]);
}

/** The id of the open record, or null. */
export function useOpenRecord<Kind extends RecordKind>(kind: Kind): OpenIds[Kind] | null {
  const [params] = useSearchParams();
  const named = params.get('id');
  const id = named ?? localStorage.getItem(keys[kind]);
  return id !== null && isId(id) ? (id as OpenIds[Kind]) : null;
}
