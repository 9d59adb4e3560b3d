/**
 * How the code that the server runs is written, its own and that of rendered pages: with its names, which a stack trace shows, and its lines
 * (with NODE_OPTIONS=--enable-source-maps also those of the sources). V8 keeps the text in memory, all of a file in two bytes a character
 * where one letter is beyond Latin-1: comments are left out and other letters are written as escapes, which is 9 MB less.
 */
export const serverOutput = {
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  comments: false,
};
