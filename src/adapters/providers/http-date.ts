// Each of the three forms of RFC 9110 §5.6.7 begins with the name of a day; Date.parse alone would
// take a bare number for a date.
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

/** An HTTP-date in Unix ms; undefined for anything else. */
export const parseHttpDate = (text: string | undefined): number | undefined => {
  if (text === undefined || !HTTP_DATE.test(text)) return undefined;
  // The asctime form names no zone and is in GMT by definition.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
};
