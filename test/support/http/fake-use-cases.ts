import type {
  GetMarket,
  GetSalaryLaws,
  HealthView,
  MarketView,
  ReadyView,
  ReportOperations,
  VersionView,
} from '../../../src/application/views.ts';
import type { PublishedSalaryLaws } from '../../../src/domain/salary-laws/dataset.ts';
import { aMarketView, aVersion, someSalaryLaws } from './fixtures.ts';

/** Use cases that answer what they are told; an `Error` is thrown, a promise waited for. */
export class FakeUseCases {
  marketAnswer: MarketView | Error | Promise<MarketView> = aMarketView();
  salaryLawsAnswer: PublishedSalaryLaws | Error = someSalaryLaws();
  healthAnswer: HealthView | Error = { status: 'ok', checks: { dataset: { status: 'ok' } } };
  readyAnswer: ReadyView | Error = { ready: true, status: 'ready', waitingFor: [] };
  versionAnswer: VersionView | Error = aVersion();

  readonly market: GetMarket = { execute: async () => given(await this.marketAnswer) };
  readonly salaryLaws: GetSalaryLaws = { execute: () => given(this.salaryLawsAnswer) };
  readonly operations: ReportOperations = {
    health: async () => given(this.healthAnswer),
    ready: () => given(this.readyAnswer),
    version: () => given(this.versionAnswer),
  };
}

const given = <T>(answer: T | Error): T => {
  if (answer instanceof Error) throw answer;
  return answer;
};
