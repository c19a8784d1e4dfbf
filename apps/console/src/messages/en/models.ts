/** Texts of the page `models`. */
export const models = {} as const;
