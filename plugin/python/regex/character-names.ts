/** Unicode's names of combining marks as they stand behind WITH, and the marks. */
const marks: Readonly<Record<string, string>> = {
  GRAVE: '\u0300',
  ACUTE: '\u0301',
  CIRCUMFLEX: '\u0302',
  TILDE: '\u0303',
  MACRON: '\u0304',
  BREVE: '\u0306',
  'DOT ABOVE': '\u0307',
  DIAERESIS: '\u0308',
  'HOOK ABOVE': '\u0309',
  'RING ABOVE': '\u030a',
  'DOUBLE ACUTE': '\u030b',
  CARON: '\u030c',
  HORN: '\u031b',
  'DOT BELOW': '\u0323',
  CEDILLA: '\u0327',
  OGONEK: '\u0328',
}

/** Names of other characters that a pattern is likely to spell out. */
const names: Readonly<Record<string, string>> = {
  SPACE: ' ',
  'NO-BREAK SPACE': '\u00a0',
  'NARROW NO-BREAK SPACE': '\u202f',
  'ZERO WIDTH SPACE': '\u200b',
  'SOFT HYPHEN': '\u00ad',
  'HYPHEN-MINUS': '-',
  HYPHEN: '\u2010',
  'NON-BREAKING HYPHEN': '\u2011',
  'EN DASH': '\u2013',
  'EM DASH': '\u2014',
  'MINUS SIGN': '\u2212',
  APOSTROPHE: "'",
  'QUOTATION MARK': '"',
  'LEFT SINGLE QUOTATION MARK': '\u2018',
  'RIGHT SINGLE QUOTATION MARK': '\u2019',
  'LEFT DOUBLE QUOTATION MARK': '\u201c',
  'RIGHT DOUBLE QUOTATION MARK': '\u201d',
  'LEFT-POINTING DOUBLE ANGLE QUOTATION MARK': '«',
  'RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK': '»',
  'FULL STOP': '.',
  COMMA: ',',
  COLON: ':',
  SEMICOLON: ';',
  'HORIZONTAL ELLIPSIS': '\u2026',
  BULLET: '\u2022',
  'MIDDLE DOT': '·',
  'LOW LINE': '_',
  'DEGREE SIGN': '°',
  'DOLLAR SIGN': '$',
  'EURO SIGN': '€',
  'POUND SIGN': '£',
  'YEN SIGN': '¥',
  'PERCENT SIGN': '%',
  'MULTIPLICATION SIGN': '×',
  'DIVISION SIGN': '÷',
  'LATIN SMALL LETTER SHARP S': 'ß',
  'LATIN SMALL LETTER AE': 'æ',
  'LATIN CAPITAL LETTER AE': 'Æ',
  'LATIN SMALL LETTER O WITH STROKE': 'ø',
  'LATIN CAPITAL LETTER O WITH STROKE': 'Ø',
  'LATIN SMALL LIGATURE OE': 'œ',
  'LATIN CAPITAL LIGATURE OE': 'Œ',
  'LATIN SMALL LETTER L WITH STROKE': 'ł',
  'LATIN CAPITAL LETTER L WITH STROKE': 'Ł',
}

/**
 * The character of a Unicode name, for `\N{…}`: Latin letters, plain or with one mark, and common signs. JavaScript has no
 * table of the names.
 * @returns undefined for any other name, known to Unicode or not
 */
export function characterNamed(name: string): number | undefined {
  // text-ok: names are ASCII
  const upper = name.toUpperCase()
  const letter = /^LATIN (SMALL|CAPITAL) LETTER ([A-Z])(?: WITH ([A-Z ]+))?$/u.exec(upper)
  const mark = letter?.[3] === undefined ? '' : Object.hasOwn(marks, letter[3]) ? marks[letter[3]] : undefined
  if (letter?.[2] === undefined || mark === undefined) {
    return Object.hasOwn(names, upper) ? names[upper]?.codePointAt(0) : undefined
  }
  const base = letter[1] === 'SMALL' ? letter[2].toLowerCase() : letter[2]
  const composed = `${base}${mark}`.normalize('NFC')
  return composed.length === 1 ? composed.codePointAt(0) : undefined
}
