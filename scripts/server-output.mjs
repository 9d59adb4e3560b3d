/**
 * How the code that the server runs is written, its own and that of rendered pages: with its names, which a stack trace shows, and its lines
 * (with NODE_OPTIONS=--enable-source-maps also those of the sources). V8 keeps the text in memory, two bytes a character where a single one
 * is not ASCII, so comments are left out and other characters are written as escapes: 9 MB less.
 */
export const serverOutput = {
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  comments: false,
};
