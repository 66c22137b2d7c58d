/** Bytes above which only header and text of a mail are stored, its files listed (behaviour 1.6, limits). */
export const largestMail = 50 * 1024 * 1024;
