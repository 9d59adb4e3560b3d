/**
 * Which entity a page without an id in its path is about (core-setup 2): the one that `?id=` names, else the one that was
 * opened last, kept in local storage (decision 26).
 */
import { useSearchParams } from 'react-router';
import {
  type DeliveryAreaId,
  isId,
  type ItemId,
  type MenuId,
  type ModifierListId,
  type OfferId,
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
  offer: OfferId;
}
export type EntityKind = keyof OpenIds;

const keys: Readonly<Record<EntityKind, string>> = {
  menu: 'defaultMenuId',
  modifierList: 'modifierListId',
  item: 'itemId',
  outlet: 'outletId',
  deliveryArea: 'deliveryAreaId',
  printer: 'printerId',
  offer: 'offerId',
};

/** Notes that a entity is open, for pages and links that do not name it. */
export function openEntity<Kind extends EntityKind>(kind: Kind, id: OpenIds[Kind]): void {
  localStorage.setItem(keys[kind], id);
}

export function closeEntity(kind: EntityKind): void {
  localStorage.removeItem(keys[kind]);
}

/** The id of the open entity, or null. */
export function useOpenEntity<Kind extends EntityKind>(kind: Kind): OpenIds[Kind] | null {
  const [params] = useSearchParams();
  const named = params.get('id');
  const id = named ?? localStorage.getItem(keys[kind]);
  return id !== null && isId(id) ? (id as OpenIds[Kind]) : null;
}
