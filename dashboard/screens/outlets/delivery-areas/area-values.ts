/** A delivery area as its form has it, and what is sent of it. Pure functions. */
import { latinMeasure, latinNumber } from '#contract/base/typed-number.ts';
import type { DeliveryArea, DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import { type MapPoint, shapeProblem } from '#contract/outlets/zone-shape.ts';
import { changedFields } from '../../../components/form/changed-fields.ts';
import { readOptionalCount } from '../../../components/form/read-number.ts';
import { amountExample, amountInField, isAmount, readAmount } from '../../../components/order/amount.ts';
import { words } from '../../../words/words.ts';
import { readPoint, readPostcodes, readRings, textOfPoint, textOfRings } from './zone-text.ts';

const text = words.outlets.deliveryAreas;
const zoneText = words.outlets.zones;

export const areaKinds = ['name', 'polygon', 'circle', 'postcodes'] as const;
export type AreaKind = (typeof areaKinds)[number];

/** Amounts in major units, distances in kilometres, all as typed. */
export interface AreaValues {
  areaName: string;
  /** Arabic is entered; what there is in other languages stays. */
  areaNameTranslations: { ar: string; [language: string]: string };
  minBasketValue: string;
  /** Empty is 0. */
  deliveryFee: string;
  kind: AreaKind;
  points: string;
  centre: string;
  radius: string;
  postcodes: string;
  feeTiers: { upTo: string; fee: string }[];
  /** Empty: the fee is always asked for. */
  freeFrom: string;
  /** Empty: as the outlet has it. */
  deliveryTime: string;
}

export function areaValues(area: DeliveryArea | null, currency: string, kitchen: MapPoint | null): AreaValues {
  const { shape, feeTiers = [], freeFrom, deliveryTime } = area ?? {};
  return {
    areaName: area?.areaName ?? '',
    areaNameTranslations: { ar: '', ...area?.areaNameTranslations },
    minBasketValue: area === null ? '' : amountInField(area.minBasketValue, currency),
    deliveryFee: area === null ? '' : amountInField(area.deliveryFee, currency),
    kind: shape?.kind ?? 'name',
    points: shape?.kind === 'polygon' ? textOfRings(shape.rings) : '',
    centre: shape?.kind === 'circle' ? textOfPoint(shape.centre) : kitchen === null ? '' : textOfPoint(kitchen),
    radius: shape?.kind === 'circle' ? String(shape.radius / 1000) : '',
    postcodes: shape?.kind === 'postcodes' ? shape.postcodes.join('\n') : '',
    feeTiers: feeTiers.map(({ upTo, fee }) => ({ upTo: String(upTo / 1000), fee: amountInField(fee, currency) })),
    freeFrom: freeFrom === undefined ? '' : amountInField(freeFrom, currency),
    deliveryTime: deliveryTime === undefined ? '' : String(deliveryTime),
  };
}

/** The form as the API takes it. */
export function areaRequest(filled: AreaValues, currency: string): Required<DeliveryAreaChanges> {
  return {
    areaName: filled.areaName,
    areaNameTranslations: filled.areaNameTranslations,
    minBasketValue: readAmount(filled.minBasketValue, currency),
    deliveryFee: filled.deliveryFee.trim() === '' ? 0 : readAmount(filled.deliveryFee, currency),
    shape: shapeOf(filled),
    feeTiers: filled.feeTiers.map(({ upTo, fee }) => ({ upTo: readMetres(upTo) ?? 0, fee: readAmount(fee, currency) })),
    freeFrom: filled.freeFrom.trim() === '' ? null : readAmount(filled.freeFrom, currency),
    deliveryTime: readOptionalCount(filled.deliveryTime),
  };
}

/** Fields that were changed in the form; of a new area all. */
export function areaChanges(
  area: DeliveryArea | null,
  filled: AreaValues,
  { currency, kitchen }: { currency: string; kitchen: MapPoint | null },
): DeliveryAreaChanges {
  const request = areaRequest(filled, currency);
  return area === null ? request : changedFields(areaRequest(areaValues(area, currency, kitchen), currency), request);
}

/** Null for an area that guests choose by its name, and while the fields say no shape. */
export function shapeOf(filled: AreaValues): NonNullable<DeliveryArea['shape']> | null {
  if (filled.kind === 'polygon') {
    const rings = readRings(filled.points);
    return rings === null ? null : { kind: 'polygon', rings: rings.map((ring) => ring.map(([x, y]) => [x, y])) };
  }
  if (filled.kind === 'circle') {
    const centre = readPoint(filled.centre);
    const radius = readMetres(filled.radius);
    return centre === null || radius === null ? null : { kind: 'circle', centre: [...centre], radius };
  }
  return filled.kind === 'name' ? null : { kind: 'postcodes', postcodes: readPostcodes(filled.postcodes) };
}

/** Kilometres as typed, in metres; null for anything but a distance above 0. */
function readMetres(kilometres: string): number | null {
  const typed = latinMeasure(kilometres);
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(typed)) return null;
  const metres = Math.round(Number(typed) * 1000);
  return metres > 0 ? metres : null;
}

/** Fields that Save waits for, by their labels. */
export function missingOfArea(filled: AreaValues): string[] {
  const shown: Partial<Record<AreaKind, { field: 'points' | 'centre' | 'radius' | 'postcodes'; label: string }[]>> = {
    polygon: [{ field: 'points', label: zoneText.points }],
    circle: [
      { field: 'centre', label: zoneText.centre },
      { field: 'radius', label: zoneText.radius },
    ],
    postcodes: [{ field: 'postcodes', label: zoneText.postcodes }],
  };
  return [
    ...(filled.areaName.trim() === '' ? [text.areaName] : []),
    ...(filled.minBasketValue.trim() === '' ? [text.minBasketValue] : []),
    ...(shown[filled.kind] ?? []).flatMap(({ field, label }) => (filled[field].trim() === '' ? [label] : [])),
  ];
}

type Problems = Partial<Record<keyof AreaValues, string | undefined>>;

/** The rules that no schema knows: what can be read as amounts, distances and points. */
export function areaProblems(filled: AreaValues, currency: string): Problems {
  const amount = (typed: string) =>
    typed.trim() === '' || isAmount(typed, currency)
      ? undefined
      : text.amountWrong({ example: amountExample(currency) });
  return {
    minBasketValue: amount(filled.minBasketValue),
    deliveryFee: amount(filled.deliveryFee),
    freeFrom: amount(filled.freeFrom),
    deliveryTime: /^\d{0,4}$/.test(latinNumber(filled.deliveryTime)) ? undefined : zoneText.minutesWrong,
    feeTiers: tiersProblem(filled.feeTiers, currency),
    ...shapeProblems(filled),
  };
}

function tiersProblem(tiers: AreaValues['feeTiers'], currency: string): string | undefined {
  const distances = tiers.map(({ upTo }) => readMetres(upTo));
  const areRead = distances.every((metres) => metres !== null) && tiers.every(({ fee }) => isAmount(fee, currency));
  if (!areRead) return zoneText.tiersWrong;
  const areRising = distances.every((metres, index) => index === 0 || metres > distances[index - 1]!);
  return areRising ? undefined : zoneText.tiersNotRising;
}

function shapeProblems(filled: AreaValues): Problems {
  const { kind } = filled;
  if (kind === 'name') return {};
  if (kind === 'circle') {
    return {
      centre: readPoint(filled.centre) === null ? zoneText.centreWrong : undefined,
      radius: readMetres(filled.radius) === null ? zoneText.radiusWrong : undefined,
    };
  }
  const field = kind === 'polygon' ? 'points' : 'postcodes';
  const shape = shapeOf(filled);
  if (shape === null) return { [field]: zoneText.pointsWrong };
  const problem = shapeProblem(shape);
  return { [field]: problem === null ? undefined : zoneText.problems[problem.code] };
}

/** The field of the form for one of the API. */
export function areaField(kind: AreaKind) {
  return (apiField: string): keyof AreaValues => {
    const [first = ''] = apiField.split('.');
    if (first === 'feeTiers') return 'feeTiers';
    if (first !== 'shape') return first as keyof AreaValues;
    return kind === 'circle' ? 'radius' : kind === 'postcodes' ? 'postcodes' : 'points';
  };
}
