/** Spellings of the English names of countries that differ from those of `Intl`. */

/**
 * Normalises a country's name: lower case, no accents, `&` and `St.` written out, no article, no other punctuation,
 * single spaces.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z]+/g, ' ')
    .replace(/\bthe\b ?/g, '')
    .trim()
    .replace(/^st /, 'saint ');
}

/** Alpha-2 code by `nameKey`: ISO 3166 names that differ from those of `Intl`, former names, and everyday ones. */
export const otherNames: ReadonlyMap<string, string> = new Map([
  ['bolivia plurinational state of', 'BO'],
  ['bonaire sint eustatius and saba', 'BQ'],
  ['brunei darussalam', 'BN'],
  ['burma', 'MM'],
  ['cabo verde', 'CV'],
  ['cape verde', 'CV'],
  ['congo', 'CG'],
  ['congo democratic republic of', 'CD'],
  ['congo democratic republic of congo', 'CD'],
  ['czech republic', 'CZ'],
  ['democratic republic of congo', 'CD'],
  ['east timor', 'TL'],
  ['england', 'GB'],
  ['falkland islands malvinas', 'FK'],
  ['great britain', 'GB'],
  ['heard island and mcdonald islands', 'HM'],
  ['holland', 'NL'],
  ['holy see', 'VA'],
  ['holy see vatican city state', 'VA'],
  ['hong kong', 'HK'],
  ['iran islamic republic of', 'IR'],
  ['ivory coast', 'CI'],
  ['korea democratic people s republic of', 'KP'],
  ['korea republic of', 'KR'],
  ['ksa', 'SA'],
  ['lao people s democratic republic', 'LA'],
  ['libyan arab jamahiriya', 'LY'],
  ['macao', 'MO'],
  ['macau', 'MO'],
  ['macedonia', 'MK'],
  ['micronesia federated states of', 'FM'],
  ['moldova republic of', 'MD'],
  ['myanmar', 'MM'],
  ['netherlands kingdom of', 'NL'],
  ['northern ireland', 'GB'],
  ['palestine', 'PS'],
  ['palestine state of', 'PS'],
  ['palestinian territory occupied', 'PS'],
  ['pitcairn', 'PN'],
  ['republic of congo', 'CG'],
  ['russian federation', 'RU'],
  ['saint helena ascension and tristan da cunha', 'SH'],
  ['saint martin french part', 'MF'],
  ['scotland', 'GB'],
  ['sint maarten dutch part', 'SX'],
  ['swaziland', 'SZ'],
  ['syrian arab republic', 'SY'],
  ['taiwan province of china', 'TW'],
  ['tanzania united republic of', 'TZ'],
  ['turkey', 'TR'],
  ['uae', 'AE'],
  ['uk', 'GB'],
  ['united kingdom of great britain and northern ireland', 'GB'],
  ['united states minor outlying islands', 'UM'],
  ['united states of america', 'US'],
  ['usa', 'US'],
  ['vatican', 'VA'],
  ['venezuela bolivarian republic of', 'VE'],
  ['viet nam', 'VN'],
  ['virgin islands british', 'VG'],
  ['virgin islands u s', 'VI'],
  ['wales', 'GB'],
]);
