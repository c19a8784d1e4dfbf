/** Texts of the page `requests`. */
export const requests = {} as const;
