import { expect, test } from 'vitest';
import { fieldProblemText } from '#contract/base/field-problems.ts';
import { readCsv } from './read-csv.ts';

const read = (text: string, currency: 'AED' | 'KWD' = 'AED') =>
  readCsv(new TextEncoder().encode(text), currency, 'Menu');

function planOf(text: string, currency: 'AED' | 'KWD' = 'AED') {
  const result = read(text, currency);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result;
}

/** Lines such as 'row 3, price: ...'. */
function problemsOf(text: string): string[] {
  const result = read(text);
  return 'problems' in result
    ? result.problems.map(({ row, place, ...problem }) => `row ${row}, ${place}: ${fieldProblemText(problem)}`)
    : [];
}

test('three columns make a menu', () => {
  const { plan, warnings } = planOf('category,name,price\nMains,Soup,18.5\nDrinks,Water,"5,00"\nMains,Stew,20\n');
  expect(warnings).toEqual([]);
  expect(plan.categories.map(({ name, dishKeys }) => [name, dishKeys])).toEqual([
    ['Mains', ['dish:Mains/Soup', 'dish:Mains/Stew']],
    ['Drinks', ['dish:Drinks/Water']],
  ]);
  expect(plan.dishes.map(({ name, price }) => [name, price])).toEqual([
    ['Soup', 1850],
    ['Water', 500],
    ['Stew', 2000],
  ]);
  expect(plan.dishes[0]).toMatchObject({ description: undefined, lists: undefined, calories: undefined });
});

test('every column is read, and cells protected from being formulas have their original text', () => {
  const { plan } = planOf(
    [
      'type,category,name,price,description,modifier_lists,sku,quantity,calories,allergens,diets,list,list_title,min,max,category_ar,name_ar,description_ar,list_title_ar',
      `item,Mains,'=Soup,18.50,"Hot, ""very""",Sizes; Extras,S-1,7,120,Milk; gluten,vegan,,,,,أطباق,شوربة,ساخنة,`,
      'modifier,,Large,4.25,,,M-1,,,,,Sizes,Choose a size,1,1,,كبير,,الحجم',
      'modifier,,Cheese,3,,,,,,,,Extras,,0,,,,,',
      'modifier,,Onion,0,,,,,,,,Extras,,,,,,,',
    ].join('\r\n'),
  );
  expect(plan.dishes).toEqual([
    {
      key: 'dish=S-1',
      categoryName: 'Mains',
      name: '=Soup',
      nameTranslations: { ar: 'شوربة' },
      price: 1850,
      sku: 'S-1',
      quantity: 7,
      calories: 120,
      allergens: ['milk', 'gluten'],
      diets: ['vegan'],
      description: 'Hot, "very"',
      descriptionTranslations: { ar: 'ساخنة' },
      lists: { keys: ['list=Sizes', 'list=Extras'], isWhole: true },
    },
  ]);
  expect(plan.categories[0]!.nameTranslations).toEqual({ ar: 'أطباق' });
  expect(plan.lists).toEqual([
    {
      key: 'list=Sizes',
      isNamed: true,
      name: 'Sizes',
      title: 'Choose a size',
      titleTranslations: { ar: 'الحجم' },
      bounds: { allowsMultiple: false, min: 1, max: 1 },
      modifierKeys: ['option=M-1'],
    },
    {
      key: 'list=Extras',
      isNamed: true,
      name: 'Extras',
      title: undefined,
      titleTranslations: { ar: '' },
      bounds: { allowsMultiple: true, min: 0, max: 0 },
      modifierKeys: ['option:Cheese@300', 'option:Onion@0'],
    },
  ]);
});

test('a dish may be in two categories when its rows agree', () => {
  const { plan } = planOf('category,name,price,sku\nMains,Soup,5,S\nSpecials,Soup,5,S\n');
  expect(plan.dishes).toHaveLength(1);
  expect(plan.categories.map(({ dishKeys }) => dishKeys)).toEqual([['dish=S'], ['dish=S']]);
  expect(problemsOf('category,name,price,sku\nMains,Soup,5,S\nSpecials,Soup,6,S\n')).toEqual([
    "row 3, sku: The SKU 'S' is there already, with another price",
  ]);
});

test('a SKU shared by dishes of different names gives a warning, and name and SKU together tell them apart', () => {
  const { plan, warnings } = planOf('category,name,price,sku\nMains,Soup,5,S\nMains,Stew,6,S\n');
  expect(plan.dishes.map(({ key }) => key)).toEqual(['dish=S/Soup', 'dish=S/Stew']);
  expect(warnings.map(({ row, place, ...problem }) => [row, place, fieldProblemText(problem)])).toEqual([
    [2, 'sku', "'Stew' has the SKU 'S' too"],
    [3, 'sku', "'Soup' has the SKU 'S' too"],
  ]);
});

test.each([
  ['18.500', 18500],
  ['18,5', 18500],
  ['0', 0],
])('prices have the decimals of the currency: %s', (price, amount) => {
  const { plan } = planOf(`category;name;price\nMains;Soup;${price}\n`, 'KWD');
  expect(plan.dishes[0]!.price).toBe(amount);
});

test.each([
  ['another currency', 'Mains,Soup,$5,', 'price', "'$5' is not a price. Use an amount such as 18.00"],
  ['two prices', 'Mains,Soup,7 / 12,', 'price', "'7 / 12' is not a price. Use an amount such as 18.00"],
  [
    'thousands that may be decimals',
    'Mains,Soup,200.000,',
    'price',
    "'200.000' can be read in two ways. Write 200000 if that is the price",
  ],
  ['a negative price', 'Mains,Soup,-5,', 'price', "'-5' is not a price. Use an amount such as 18.00"],
  ['too many decimals', 'Mains,Soup,5.0005,', 'price', "'5.0005' is not a price. Use an amount such as 18.00"],
  ['a huge price', 'Mains,Soup,10000000000,', 'price', "'10000000000' is not a price. Use an amount such as 18.00"],
  ['no price', 'Mains,Soup,,', 'price', 'This field is required'],
  ['no name', 'Mains,,5,', 'name', 'This field is required'],
  ['no category', ',Soup,5,', 'category', 'This field is required'],
  ['a long name', `Mains,${'x'.repeat(101)},5,`, 'name', 'Use at most 100 characters'],
  ['control characters', 'Mains,So\u0007up,5,', 'name', 'Some characters are not allowed'],
  [
    'an unknown list',
    'Mains,Soup,5,Sizes',
    'modifier_lists',
    "There is no list 'Sizes': it needs rows of type modifier with 'Sizes' in the column list",
  ],
  [
    'too many cells',
    'Mains,Soup,5,,and more',
    '',
    'This row has more cells than there are columns. Put texts with commas in quotation marks.',
  ],
])('%s is named with its row and column', (_, row, place, msg) => {
  expect(problemsOf(`category,name,price,modifier_lists\n${row}\n`)).toEqual([`row 2, ${place}: ${msg}`]);
});

const optionHeads = 'type,category,name,price,list,list_title,min,max,calories,allergens,quantity\n';
test.each([
  ['an unknown type', 'dish,Mains,Soup,5,,,,,,,', "row 2, type: 'dish' is neither item nor modifier"],
  ['a modifier without a list', 'modifier,,Large,5,,,,,,,', 'row 2, list: This field is required'],
  [
    'a list on an item',
    'item,Mains,Soup,5,Sizes,,,,,,',
    'row 2, list: This is for rows of type modifier. The lists of an item are named in modifier_lists.',
  ],
  ['a category on a modifier', 'modifier,Mains,Large,5,Sizes,,,,,,', 'row 2, category: This is for rows of type item'],
  ['a minimum in words', 'modifier,,Large,5,Sizes,,one,,,,', 'row 2, min: Use a whole number up to 200'],
  ['more than may be chosen', 'modifier,,Large,5,Sizes,,2,1,,,', "row 2, min: At most 1 may be chosen from 'Sizes'"],
  ['calories with a unit', 'item,Mains,Soup,5,,,,,90 kcal,,', 'row 2, calories: Use a whole number up to 100000'],
  [
    'an unknown allergen',
    'item,Mains,Soup,5,,,,,,milk; dust,',
    "row 2, allergens: 'dust' is not one of gluten, crustaceans, egg, fish, peanuts, soy, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs",
  ],
  ['half a portion', 'item,Mains,Soup,5,,,,,,,0.5', 'row 2, quantity: Use a whole number up to 1000000'],
  [
    'another minimum further down',
    'modifier,,S,5,Sizes,,1,1,,,\nmodifier,,L,5,Sizes,,0,,,,',
    "row 3, min: 'Sizes' has another min further up",
  ],
  [
    'another title further down',
    'modifier,,S,5,Sizes,Size,1,1,,,\nmodifier,,L,5,Sizes,Which,,,,,',
    "row 3, list_title: 'Sizes' has another title further up",
  ],
  [
    'the same modifier twice',
    'modifier,,S,5,Sizes,,1,1,,,\nmodifier,,S,6,Sizes,,,,,,',
    "row 3, name: There is a modifier 'S' in 'Sizes' already",
  ],
  [
    'the same dish twice',
    'item,Mains,Soup,5,,,,,,,\nitem,Mains,Soup,6,,,,,,,',
    "row 3, name: There is a dish 'Soup' already",
  ],
])('%s is refused', (_, rows, expected) => {
  expect(problemsOf(`${optionHeads}${rows}\n`)).toEqual([expected]);
});

test('missing heads are problems, unknown heads are warnings', () => {
  expect(problemsOf('category,dishname,price\nMains,Soup,5\n')).toEqual([
    "row 1, name: There is no column 'name'. The first row has to name the columns.",
  ]);
  expect(problemsOf('category,name,price,name\nMains,Soup,5,Soup\n')).toEqual([
    "row 1, name: There are two columns 'name'",
  ]);
  const { warnings } = planOf('Category,Name,Price,Desciption\nMains,Soup,5,Hot\n');
  expect(warnings).toEqual([
    { row: 1, place: 'desciption', code: 'file.column_not_read', details: { column: 'desciption' } },
  ]);
});

test('columns are known by the names that tills and people give them, in Arabic as well', () => {
  const { plan } = planOf('القسم;اسم الصنف;السعر;name_en;category_en\nأطباق;شوربة;١٨٫٥٠;Soup;Mains\n');
  expect(plan.dishes).toMatchObject([{ name: 'شوربة', price: 1850, nameTranslations: { en: 'Soup' } }]);
  expect(plan.categories).toMatchObject([{ name: 'أطباق', nameTranslations: { en: 'Mains' } }]);
  const { plan: plain, warnings } = planOf('Section,Title,Name,Price\nMains,Of the day,Soup,5\n');
  expect(plain.dishes).toMatchObject([{ name: 'Soup', categoryName: 'Mains' }]);
  expect(warnings).toMatchObject([{ details: { column: 'title' }, code: 'file.column_not_read' }]);
});

test('a comma before three digits is not taken for thousands in a table of decimal commas', () => {
  expect(planOf('category;name;price\nMains;Soup;18,500\n').plan.dishes[0]!.price).toBe(1_850_000);
  expect(problemsOf('category;name;price\nMains;Soup;18,500\nMains;Stew;7,25\n')).toEqual([
    "row 2, price: '18,500' can be read in two ways. Write 18500 if that is the price",
  ]);
});

test('all problems are listed in the order of the rows', () => {
  const rows = ['Mains,Soup,5', 'Mains,,6', 'Mains,Stew,x', ',Pie,7', 'Mains,Tart,8'];
  expect(problemsOf(`category,name,price\n${rows.join('\n')}\n`).map((text) => text.split(':')[0])).toEqual([
    'row 3, name',
    'row 4, price',
    'row 5, category',
  ]);
});
