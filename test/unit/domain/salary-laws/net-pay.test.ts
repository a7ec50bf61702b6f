import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { netPay, type Worker } from '../../../../src/domain/salary-laws/net-pay.ts';
import { repositoryYear } from '../../../support/salary-laws/dataset-files.ts';

const YEARS = [1400, 1401, 1402, 1403, 1404, 1405] as const;

const single = (baseWage: number): Worker => ({
  baseWage,
  married: false,
  children: 0,
  senior: false,
});
const family = (baseWage: number): Worker => ({
  baseWage,
  married: true,
  children: 2,
  senior: true,
});

describe('worked by hand: the minimum wage, single, in the first year of service', () => {
  // gross = minimum wage + housing + food; it stays below each year's exemption, so no tax;
  // insurance = 7 % of gross; net = 93 % of gross.
  test.each([
    // 26,554,950 + 4,500,000 + 6,000,000 = 37,054,950; 7 % = 2,593,846.5
    [1400, 37_054_950, 2_593_846.5, 34_461_103.5],
    // 41,797,500 + 5,500,000 + 8,500,000 = 55,797,500; 7 % = 3,905,825
    [1401, 55_797_500, 3_905_825, 51_891_675],
    // 53,082,840 + 9,000,000 + 11,000,000 = 73,082,840; 7 % = 5,115,798.8
    [1402, 73_082_840, 5_115_798.8, 67_967_041.2],
    // 71,661,840 + 9,000,000 + 14,000,000 = 94,661,840; 7 % = 6,626,328.8
    [1403, 94_661_840, 6_626_328.8, 88_035_511.2],
    // 103,909,680 + 9,000,000 + 22,000,000 = 134,909,680; 7 % = 9,443,677.6
    [1404, 134_909_680, 9_443_677.6, 125_466_002.4],
    // 166,255,500 + 30,000,000 + 22,000,000 = 218,255,500 (below 400,000,000); 7 % = 15,277,885
    [1405, 218_255_500, 15_277_885, 202_977_615],
  ])('%i', (number, gross, insurance, net) => {
    const year = repositoryYear(number);
    const slip = netPay(year, single(year.minimumWage));
    expect(slip.gross).toBe(gross);
    expect(slip.tax).toBe(0);
    expect(slip.insurance).toBeCloseTo(insurance, 4);
    expect(slip.net).toBeCloseTo(net, 4);
  });
});

describe('worked by hand: 500,000,000 rial, married, two children, seniority', () => {
  test.each([
    // gross 500,000,000 + 4,500,000 + 6,000,000 + no marriage allowance + 1,400,000
    //   + 2 × 2,655,495 = 517,210,990
    // insurable: the ceiling, 30 × 6,196,155 = 185,884,650; 7 % = 13,011,925.5
    // tax 10 % of 40,000,000 + 15 % of 40,000,000 + 20 % of 60,000,000 + 25 % of 60,000,000
    //   + 30 % of 80,000,000 + 35 % of 197,210,990
    //   = 4,000,000 + 6,000,000 + 12,000,000 + 15,000,000 + 24,000,000 + 69,023,846.5
    [1400, 517_210_990, 185_884_650, 13_011_925.5, 130_023_846.5, 374_175_218],
    // gross 500,000,000 + 5,500,000 + 8,500,000 + 2,100,000 + 2 × 4,179,750 = 524,459,500
    // insurable: 30 × 9,752,750 = 292,582,500; 7 % = 20,480,775
    // tax 10 % of 94,000,000 + 15 % of 100,000,000 + 20 % of 100,000,000 + 30 % of 174,459,500
    //   = 9,400,000 + 15,000,000 + 20,000,000 + 52,337,850
    [1401, 524_459_500, 292_582_500, 20_480_775, 96_737_850, 407_240_875],
    // gross 500,000,000 + 9,000,000 + 11,000,000 + 2,100,000 + 2 × 5,308,284 = 532,716,568
    // insurable: 30 × 12,385,996 = 371,579,880; 7 % = 26,010,591.6
    // tax 10 % of 40,000,000 + 15 % of 90,000,000 + 20 % of 110,000,000 + 30 % of 192,716,568
    //   = 4,000,000 + 13,500,000 + 22,000,000 + 57,814,970.4
    [1402, 532_716_568, 371_579_880, 26_010_591.6, 97_314_970.4, 409_391_006],
    // gross 500,000,000 + 9,000,000 + 14,000,000 + 5,000,000 + 2,100,000 + 2 × 7,166,184
    //   = 544,432,368
    // insurable: 530,100,000 is above 30 × 16,721,096 = 501,632,880; 7 % = 35,114,301.6
    // tax 10 % of 45,000,000 + 15 % of 105,000,000 + 20 % of 130,000,000 + 30 % of 144,432,368
    //   = 4,500,000 + 15,750,000 + 26,000,000 + 43,329,710.4
    [1403, 544_432_368, 501_632_880, 35_114_301.6, 89_579_710.4, 419_738_356],
    // gross 500,000,000 + 9,000,000 + 22,000,000 + 5,000,000 + 2,820,000 + 2 × 10,390,968
    //   = 559,601,936
    // insurable: all but the children's 20,781,936 = 538,820,000; 7 % = 37,717,400
    // tax 10 % of 60,000,000 + 15 % of 80,000,000 + 20 % of 120,000,000 + 25 % of 59,601,936
    //   = 6,000,000 + 12,000,000 + 24,000,000 + 14,900,484
    [1404, 559_601_936, 538_820_000, 37_717_400, 56_900_484, 464_984_052],
    // gross 500,000,000 + 30,000,000 + 22,000,000 + 5,000,000 + 5,000,000 + 2 × 16,625,550
    //   = 595,251,100
    // insurable: 595,251,100 − 33,251,100 = 562,000,000; 7 % = 39,340,000
    // tax 10 % of 195,251,100 = 19,525,110
    [1405, 595_251_100, 562_000_000, 39_340_000, 19_525_110, 536_385_990],
  ])('%i', (number, gross, insurable, insurance, tax, net) => {
    const slip = netPay(repositoryYear(number), family(500_000_000));
    expect(slip.gross).toBe(gross);
    expect(slip.insurable).toBe(insurable);
    expect(slip.insurance).toBeCloseTo(insurance, 4);
    expect(slip.tax).toBeCloseTo(tax, 4);
    expect(slip.net).toBeCloseTo(net, 4);
  });
});

describe('net pay', () => {
  const year = fc.constantFrom(...YEARS.map(repositoryYear));
  const worker = fc.record({
    baseWage: fc.integer({ min: 0, max: 5_000_000_000 }),
    married: fc.boolean(),
    children: fc.integer({ min: 0, max: 6 }),
    senior: fc.boolean(),
  });

  test('rises with the base wage, and never faster than it', () => {
    fc.assert(
      fc.property(year, worker, fc.integer({ min: 1, max: 1_000_000_000 }), (laws, from, more) => {
        const before = netPay(laws, from).net;
        const after = netPay(laws, { ...from, baseWage: from.baseWage + more }).net;
        // Half a rial in a billion, for the arithmetic of doubles.
        expect(after).toBeGreaterThan(before);
        expect(after - before).toBeLessThanOrEqual(more + 0.5);
      }),
      { numRuns: 1000 },
    );
  });

  test('is continuous at every bound of the scale and at the insurance ceiling', () => {
    fc.assert(
      fc.property(year, worker, fc.nat(6), (laws, household, which) => {
        const bounds = laws.taxBrackets.flatMap(({ upTo }) => (upTo === null ? [] : [upTo]));
        const bound =
          [...bounds, 30 * laws.maxInsurableDailyWage][which % (bounds.length + 1)] ?? 0;
        const { gross } = netPay(laws, household);
        const baseWage = household.baseWage + bound - gross;
        fc.pre(baseWage > 1);
        const at = (step: number): number =>
          netPay(laws, { ...household, baseWage: baseWage + step }).net;
        expect(Math.abs(at(1) - at(-1))).toBeLessThanOrEqual(2.001);
      }),
      { numRuns: 1000 },
    );
  });

  test('and what is withheld add up to the gross wage', () => {
    fc.assert(
      fc.property(year, worker, (laws, household) => {
        const { gross, insurance, tax, net } = netPay(laws, household);
        expect(net + insurance + tax).toBeCloseTo(gross, 3);
        expect(net).toBeLessThanOrEqual(gross);
      }),
      { numRuns: 1000 },
    );
  });
});
