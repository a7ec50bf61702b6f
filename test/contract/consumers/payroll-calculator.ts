interface Year {
  readonly minimumWage: number;
  readonly insuranceRate: number;
  readonly housingAllowance: number;
  readonly foodAllowance: number;
  readonly taxBrackets: readonly { readonly upTo: number | null; readonly rate: number }[];
}

interface SalaryLaws {
  readonly version: string;
  readonly updatedAt: string;
  readonly years: Readonly<Record<string, Year>>;
}

/** Laws as last received, and what the service will know them by. */
interface Held {
  readonly etag: string | null;
  readonly laws: SalaryLaws;
}

/** In the dataset's own currency, per month. */
export interface PaySlip {
  readonly gross: number;
  readonly insurance: number;
  readonly tax: number;
  readonly net: number;
  /** The dataset the slip rests on. */
  readonly lawsVersion: string;
}

/** No laws were ever received, or they do not know the year. */
export class LawsUnavailable extends Error {}

/**
 * An example consumer: computes pay slips from a dataset that it holds and revalidates. An outage of
 * the service costs it nothing but news.
 */
export class PayrollCalculator {
  readonly #origin: string;
  #held: Held | undefined;

  constructor(origin: string, held?: Held) {
    this.#origin = origin;
    this.#held = held;
  }

  /**
   * Asks for newer laws.
   * @returns what came of it; after `failed` the laws held before are still good.
   */
  async refresh(): Promise<'updated' | 'unchanged' | 'failed'> {
    const etag = this.#held?.etag;
    const answer = await fetch(`${this.#origin}/api/data/salary-laws`, {
      headers: etag ? { 'If-None-Match': etag } : {},
    });
    if (answer.status === 304) return 'unchanged';
    if (answer.status !== 200) return 'failed';
    const laws = (await answer.json()) as SalaryLaws;
    this.#held = { etag: answer.headers.get('ETag'), laws };
    return 'updated';
  }

  /**
   * The slip of somebody at the minimum wage with the allowances everybody gets.
   * @throws {LawsUnavailable}
   */
  minimumWageSlip(year: number): PaySlip {
    const law = this.#held?.laws.years[year];
    if (!this.#held || !law) throw new LawsUnavailable(`no salary laws for ${year}`);
    const gross = law.minimumWage + law.housingAllowance + law.foodAllowance;
    const insurance = gross * law.insuranceRate;
    const tax = taxOn(gross - insurance, law.taxBrackets);
    return {
      gross,
      insurance,
      tax,
      net: gross - insurance - tax,
      lawsVersion: this.#held.laws.version,
    };
  }
}

function taxOn(income: number, brackets: Year['taxBrackets']): number {
  let tax = 0;
  let from = 0;
  for (const { upTo, rate } of brackets) {
    const to = Math.min(income, upTo ?? income);
    if (to > from) tax += (to - from) * rate;
    from = upTo ?? income;
  }
  return tax;
}
