/** How the code that the server runs is written. */
export const serverOutput: {
  minify: {
    compress: false;
    mangle: false;
    codegen: { removeWhitespace: false; asciiOnly: true };
  };
  comments: false;
};
