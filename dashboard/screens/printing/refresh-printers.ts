/** How often the printers are read again, by their list and by an open form: printers ask as often. */
export const refreshMs = 5000;
