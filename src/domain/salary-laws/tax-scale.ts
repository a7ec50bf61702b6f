import type { TaxBracket } from './dataset.ts';
import type { Fault, Place } from './fault.ts';

const MONTHS = 12;

/**
 * What makes a list of brackets a scale: bounds rise, rates rise, and only the last step is open.
 * Rates that rise are a property of every scale in the dataset, and what keeps net pay monotone.
 */
export const scaleFaults = (scale: readonly TaxBracket[], at: Place): Fault[] =>
  scale.flatMap((bracket, index) => {
    const before = scale[index - 1];
    const last = index === scale.length - 1;
    const faults: Fault[] = [];
    const fault = (member: 'upTo' | 'rate', expected: string): void => {
      faults.push({
        file: at.file,
        path: `${at.path}/${index}/${member}`,
        value: bracket[member],
        expected,
      });
    };
    if (last && bracket.upTo !== null) fault('upTo', 'null, since the top bracket is open');
    if (!last && bracket.upTo === null) fault('upTo', 'a bound: only the last bracket is open');
    const floor = before?.upTo;
    if (typeof floor === 'number' && bracket.upTo !== null && bracket.upTo <= floor) {
      fault('upTo', `more than the bound before it, ${floor}`);
    }
    if (index === 0 && bracket.rate !== 0) fault('rate', '0, since the first bracket is exempt');
    if (before && bracket.rate <= before.rate) {
      fault('rate', `more than the rate before it, ${before.rate}`);
    }
    return faults;
  });

/** The law states the scale per year; per month it is a twelfth, rounded to the rial. */
export const monthlyOfAnnualFaults = (
  monthly: readonly TaxBracket[],
  annual: readonly TaxBracket[],
  at: Place,
): Fault[] => {
  if (monthly.length !== annual.length) {
    return [
      {
        ...at,
        value: monthly.length,
        expected: `${annual.length} brackets, as in the annual scale`,
      },
    ];
  }
  return monthly.flatMap((bracket, index) => {
    const yearly = annual[index] ?? bracket;
    const upTo = yearly.upTo === null ? null : Math.round(yearly.upTo / MONTHS);
    const place = `${at.path}/${index}`;
    return [
      ...(bracket.upTo === upTo
        ? []
        : [
            {
              file: at.file,
              path: `${place}/upTo`,
              value: bracket.upTo,
              expected: `${upTo}, a twelfth of the annual bound ${yearly.upTo}`,
            },
          ]),
      ...(bracket.rate === yearly.rate
        ? []
        : [
            {
              file: at.file,
              path: `${place}/rate`,
              value: bracket.rate,
              expected: `${yearly.rate}, as in the annual scale`,
            },
          ]),
    ];
  });
};

/** Tax on an income of one period: each step's rate on what lies inside the step. */
export const taxOn = (income: number, scale: readonly TaxBracket[]): number => {
  let tax = 0;
  let floor = 0;
  for (const { upTo, rate } of scale) {
    const ceiling = Math.min(income, upTo ?? Number.POSITIVE_INFINITY);
    if (ceiling > floor) tax += (ceiling - floor) * rate;
    floor = upTo ?? floor;
  }
  return tax;
};
