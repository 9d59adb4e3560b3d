import { type CheckFacts, shownCategories } from './facts.ts';
import { type CheckSubject, type Finding, finding } from './finding.ts';

/** The texts of one entity that guests read, by field: the original, and its translations. */
interface Texts {
  kind: CheckSubject['kind'];
  thing: { _id: string; name: string };
  fields: { field: 'name' | 'description'; text: string; translations: Record<string, string> }[];
}

/** Finds the entities that guests see without a translation that others have. */
export function checkTranslations(facts: CheckFacts): Finding[] {
  const shown = textsOf(facts);
  const translated = new Set(
    shown.flatMap(({ fields }) =>
      fields.flatMap(({ field, translations }) => Object.keys(translations).map((language) => `${field} ${language}`)),
    ),
  );
  const languages = new Set([...translated].map((both) => both.split(' ')[1]!).filter(isNot(facts.restaurant.locale)));
  return [...languages].toSorted().flatMap((language) =>
    shown.flatMap(({ kind, thing, fields }) => {
      const missing = fields
        .filter(({ field, text, translations }) => {
          const isAsked = text !== '' && translated.has(`${field} ${language}`);
          return isAsked && (translations[language] ?? '') === '';
        })
        .map(({ field }) => field);
      return missing.length === 0 ? [] : [finding('translation.missing', kind, thing, { language, fields: missing })];
    }),
  );
}

const isNot = (locale: string) => (language: string) => language !== locale;

function textsOf(facts: CheckFacts): Texts[] {
  const categories = shownCategories(facts);
  const onMenu = new Set(categories.flatMap(({ items }) => items.map(({ _id }) => _id)));
  const items = facts.items.filter(({ _id, type }) => type === 'item' && onMenu.has(_id));
  const asked = new Set(items.flatMap(({ modifierList }) => modifierList));
  const lists = facts.modifierLists.filter(({ _id }) => asked.has(_id));
  const chosen = new Set(lists.flatMap(({ modifierList }) => modifierList.map(({ _id }) => _id)));
  const modifiers = facts.items.filter(({ _id }) => chosen.has(_id));
  const name = (text: string, translations: Record<string, string>) => ({ field: 'name' as const, text, translations });
  return [
    ...categories.map((category) => ({
      kind: 'category' as const,
      thing: category,
      fields: [name(category.name, category.nameTranslations)],
    })),
    ...items.map((item) => ({
      kind: 'item' as const,
      thing: item,
      fields: [
        name(item.name, item.nameTranslations),
        { field: 'description' as const, text: item.description, translations: item.descriptionTranslations },
      ],
    })),
    ...lists.map((list) => ({
      kind: 'modifierList' as const,
      thing: list,
      fields: [name(list.displayName, list.displayNameTranslations)],
    })),
    ...modifiers.map((modifier) => ({
      kind: 'modifier' as const,
      thing: modifier,
      fields: [name(modifier.name, modifier.nameTranslations)],
    })),
  ];
}
